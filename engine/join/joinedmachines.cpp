#include "engine/join/joinedmachines.h"

#include "engine/join/joinplan.h"
#include "engine/machine/linkcheck.h"
#include "engine/plan/addresses.h"

#include <thread>
#include <utility>

namespace motley {

namespace {

constexpr std::chrono::seconds echoLimit{120}; // for the link checks of the other machines
constexpr std::chrono::seconds quiet{10};
constexpr std::chrono::seconds replyLimit{30}; // for the other machines to read their launch specs
constexpr std::chrono::seconds refusalLimit{2}; // for the other machines to read why there will be no run

} // namespace

Result<void> JoinedMachines::meet(const MeetingPlace &place, int machines, std::chrono::seconds limit)
{
    auto echoServer = EchoServer::open();
    if (!echoServer)
        return tl::unexpected(echoServer.error());
    m_echoServer.emplace(std::move(*echoServer));
    m_own.echoEndpoint = m_echoServer->endpoint();
    return openRendezvous(place, machines, limit).and_then([&] { return exchangeRequests(); }).and_then([&] {
        return checkAllLinks();
    });
}

Result<void> JoinedMachines::openRendezvous(const MeetingPlace &place, int machines, std::chrono::seconds limit)
{
    auto store = openRendezvousStore(place, machines, limit);
    if (!store)
        return tl::unexpected(store.error());
    m_store = std::move(*store);
    m_signals.emplace();
    m_print("Here as machine " + std::to_string(m_store->number() + 1) + " of " + std::to_string(machines) + ".");
    const auto showJoined = [this, machines](int here) {
        if (here < machines)
            m_print(std::to_string(here) + " of " + std::to_string(machines) + " machines are here.");
    };
    m_rendezvous.emplace(*m_store, machines, limit, showJoined, [this] { return isStopped(); });
    return {};
}

Result<void> JoinedMachines::exchangeRequests()
{
    const auto texts = m_rendezvous->allGather("join-request", toJson(m_own));
    if (!texts)
        return tl::unexpected(texts.error());
    for (const std::string &text : *texts) {
        const auto request = parseJoinRequest(text);
        if (!request)
            return fail("Machine " + std::to_string(m_requests.size() + 1)
                    + " said of itself what cannot be read. Start the same engine on all machines.",
                request.error().message);
        m_requests.push_back(*request);
    }
    m_machines = candidatesFrom(m_requests);
    return checkAgreement(m_requests, namesOf(m_machines));
}

Result<void> JoinedMachines::checkAllLinks()
{
    if (m_requests.size() < 2)
        return {};
    // The thread ends after echoLimit or with the program.
    std::thread([echoServer = std::move(*m_echoServer)]() mutable { echoServer.answer(echoLimit, quiet); }).detach();
    std::vector<EchoEndpoint> endpoints;
    for (const JoinRequest &request : m_requests)
        endpoints.push_back(request.echoEndpoint);
    const auto measured = checkLinks(linkCheckRequest(m_machines, endpoints, std::size_t(m_store->number())));
    const auto texts = m_rendezvous->allGather("links", toJson(measured));
    if (!texts)
        return tl::unexpected(texts.error());
    for (std::size_t i = 0; i < texts->size(); ++i) {
        auto report = parseLinkCheckReport((*texts)[i]);
        if (!report)
            return tl::unexpected(report.error());
        m_machines[i].links = std::move(report->links);
    }
    return {};
}

Result<Plan> JoinedMachines::plan() const
{
    return planTogether(m_own.job, m_machines);
}

void JoinedMachines::sendLaunchSpecs(LaunchSpec launch)
{
    for (int machine = 1; machine < int(m_requests.size()); ++machine) {
        launch.machine = machine;
        launch.job = m_requests[std::size_t(machine)].job;
        (void)m_rendezvous->reply(machine, toJson(launch));
    }
    m_rendezvous->awaitRepliesRead(replyLimit);
}

void JoinedMachines::refuse(const std::string &why)
{
    if (!isCoordinator() && !m_isStopped)
        return m_rendezvous->awaitRefusal(replyLimit);
    m_rendezvous->refuse(why);
    if (isCoordinator()) {
        std::this_thread::sleep_for(refusalLimit);
        leave();
    }
}

Result<LaunchSpec> JoinedMachines::awaitLaunchSpec()
{
    auto launch = m_rendezvous->awaitReply().and_then(parseLaunchSpec);
    if (!launch)
        return launch;
    if (launch->machine != m_store->number() || launch->machine >= int(launch->plan.machines.size()))
        return fail("What the first machine told this one to do is for another.");
    leave();
    releaseSignals();
    launch->job = m_own.job;
    return launch;
}

bool JoinedMachines::isStopped()
{
    m_isStopped = m_isStopped || (m_signals && !m_signals->drain().empty());
    return m_isStopped;
}

void JoinedMachines::leave()
{
    const bool closes = m_store && isCoordinator();
    m_rendezvous.reset();
    if (closes)
        m_store->leave();
    m_store.reset();
}

} // namespace motley
