#include "engine/base/randomhex.h"
#include "engine/base/signalqueue.h"
#include "engine/commands/commands.h"
#include "engine/commands/deviceargument.h"
#include "engine/commands/run/joineddata.h"
#include "engine/commands/run/joinplan.h"
#include "engine/commands/run/measureapart.h"
#include "engine/commands/run/newrun.h"
#include "engine/commands/run/watchedrun.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/job/continuefiles.h"
#include "engine/machine/linkcheck.h"
#include "engine/machine/machineprobe.h"
#include "engine/plan/addresses.h"
#include "engine/rendezvous/rendezvous.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

namespace motley {

namespace {

constexpr double benchmarkSeconds = 2;
constexpr std::chrono::seconds echoLimit{120}; // for the link checks of the other machines
constexpr std::chrono::seconds quiet{10};
constexpr std::chrono::seconds replyLimit{30}; // for the other machines to read their launch specs
constexpr std::chrono::seconds refusalLimit{2}; // for the other machines to read why there will be no run

struct JoinOptions {
    std::string jobPath;
    std::string url;
    int machines = 0;
    double waitMinutes = 60;
    std::string device; // empty: all GPUs, or the CPU if there are none
    int workers = 1;
    int threads = 0;
    bool sizesOnly = false;
    std::string runFolder;
    std::string resumeFrom;
    bool json = false;
};

class JoinCommand {
public:
    explicit JoinCommand(JoinOptions options) : m_options(std::move(options)) { }

    int run();

private:
    Result<void> probeSelf();
    Result<std::vector<Device>> chooseDevices(const ProbeReport &report) const;
    Result<void> openRendezvous();
    Result<void> exchangeJoinRequests();
    Result<void> checkAllLinks();
    int coordinate();
    int joinRun();
    Result<LaunchSpec> makeLaunch() const;
    void sendLaunchSpecs(LaunchSpec launch);
    void leave();
    int refuseAndFail(const Error &why);
    void refuse(const std::string &why);
    void print(const std::string &line) const
    {
        (m_options.json ? std::cerr : std::cout) << plainText(line) << std::endl;
    }
    bool isCoordinator() const { return m_store->number() == 0; }
    bool isStopped();

    JoinOptions m_options;
    JoinRequest m_joinRequest;
    std::optional<EchoServer> m_echoServer;
    std::unique_ptr<RendezvousStore> m_store;
    std::optional<SignalQueue> m_signals; // while this machine waits for others
    bool m_isStopped = false;
    std::optional<Rendezvous> m_rendezvous; // uses m_store
    std::vector<JoinRequest> m_joinRequests;
    std::vector<CandidateMachine> m_machines;
};

int JoinCommand::run()
{
    if (const auto probed = probeSelf(); !probed)
        return failed(probed.error());
    if (const auto opened = openRendezvous(); !opened)
        return failed(opened.error());
    if (const auto exchanged = exchangeJoinRequests(); !exchanged)
        return refuseAndFail(exchanged.error());
    if (const auto checked = checkAllLinks(); !checked)
        return refuseAndFail(checked.error());
    return isCoordinator() ? coordinate() : joinRun();
}

// Probes this machine and measures its speed with the job, for the join request.
Result<void> JoinCommand::probeSelf()
{
    const auto job = readJob(m_options.jobPath);
    if (!job)
        return tl::unexpected(job.error());
    const auto files = findDataFiles(job->task);
    if (!files)
        return tl::unexpected(files.error());
    m_joinRequest = {MOTLEY_VERSION, {}, *job, {}, m_options.sizesOnly, {}, {}};
    if (!m_options.sizesOnly)
        print("Reading the data, as all machines must have the same.");
    auto joining = joiningFiles(*files, m_options.sizesOnly);
    if (!joining)
        return tl::unexpected(joining.error());
    m_joinRequest.files = *std::move(joining);
    m_joinRequest.report = probeMachine();
    const auto devices = chooseDevices(m_joinRequest.report);
    if (!devices)
        return tl::unexpected(devices.error());
    const bool isGiven = m_options.threads > 0;
    const int threads = isGiven ? m_options.threads : std::max(1, processorCount() / int(devices->size()));
    for (const Device &device : *devices) {
        const auto speed = measureApart(*job, device, {threads, !isGiven}, benchmarkSeconds);
        if (!speed)
            return tl::unexpected(speed.error());
        print("Measured " + toText(device) + ": " + std::to_string(std::int64_t(speed->samplesPerSecond))
            + " samples/s alone.");
        m_joinRequest.devices.push_back({device, threads, *speed});
    }
    auto echoServer = EchoServer::open();
    if (!echoServer)
        return tl::unexpected(echoServer.error());
    m_echoServer.emplace(std::move(*echoServer));
    m_joinRequest.echoEndpoint = m_echoServer->endpoint();
    return {};
}

Result<std::vector<Device>> JoinCommand::chooseDevices(const ProbeReport &report) const
{
    if (!m_options.device.empty())
        return findDevices(m_options.device, m_options.workers);
    std::vector<Device> gpus;
    for (const GpuReport &gpu : report.gpus)
        if (!gpu.mig)
            gpus.push_back({Device::Kind::Cuda, gpu.uuid});
    return gpus.empty() ? findDevices("cpu", m_options.workers) : gpus;
}

Result<void> JoinCommand::openRendezvous()
{
    const std::chrono::seconds limit(std::llround(60 * m_options.waitMinutes));
    auto store = openRendezvousStore(m_options.url, m_options.machines, limit);
    if (!store)
        return tl::unexpected(store.error());
    m_store = std::move(*store);
    m_signals.emplace();
    const int machines = m_options.machines;
    print("Here as machine " + std::to_string(m_store->number() + 1) + " of " + std::to_string(machines) + ".");
    const auto showJoined = [this, machines](int here) {
        if (here < machines)
            print(std::to_string(here) + " of " + std::to_string(machines) + " machines are here.");
    };
    m_rendezvous.emplace(*m_store, machines, limit, showJoined, [this] { return isStopped(); });
    return {};
}

bool JoinCommand::isStopped()
{
    m_isStopped = m_isStopped || !m_signals->take().empty();
    return m_isStopped;
}

Result<void> JoinCommand::exchangeJoinRequests()
{
    const auto texts = m_rendezvous->allGather("join-request", toJson(m_joinRequest));
    if (!texts)
        return tl::unexpected(texts.error());
    for (const std::string &text : *texts) {
        const auto request = parseJoinRequest(text);
        if (!request)
            return fail("Machine " + std::to_string(m_joinRequests.size() + 1)
                    + " said of itself what cannot be read. Start the same engine on all machines.",
                request.error().message);
        m_joinRequests.push_back(*request);
    }
    m_machines = candidatesFrom(m_joinRequests);
    return checkAgreement(m_joinRequests, namesOf(m_machines));
}

Result<void> JoinCommand::checkAllLinks()
{
    if (m_joinRequests.size() < 2)
        return {};
    // The thread ends after echoLimit or with the program.
    std::thread([echoServer = std::move(*m_echoServer)]() mutable { echoServer.answer(echoLimit, quiet); }).detach();
    std::vector<EchoEndpoint> endpoints;
    for (const JoinRequest &request : m_joinRequests)
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

Result<LaunchSpec> JoinCommand::makeLaunch() const
{
    if (const auto work = findContinueFiles(m_joinRequest.job.continueFrom); !work)
        return tl::unexpected(work.error());
    const auto checkpoint = findCheckpoint(m_options.resumeFrom);
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    const auto plan = planTogether(m_joinRequest.job, m_machines);
    if (!plan)
        return tl::unexpected(plan.error());
    return LaunchSpec{newRunId(m_joinRequest.job.name), randomHex(32), 0, 0, m_joinRequest.job, *plan, *checkpoint};
}

int JoinCommand::coordinate()
{
    const auto launch = makeLaunch();
    if (!launch)
        return refuseAndFail(launch.error());
    const auto folder = makeRunFolder(m_options.runFolder, launch->runId);
    const auto recorded = folder ? writeRecords(*folder, *launch) : tl::unexpected(folder.error());
    if (!recorded)
        return refuseAndFail(recorded.error());
    const auto ready = [this, launch](const AgentReady &agent) {
        LaunchSpec others = *launch;
        others.storePort = agent.storePort;
        others.resumeFrom.clear();
        sendLaunchSpecs(std::move(others));
        leave();
    };
    m_signals.reset(); // the agent takes them from here on
    const int code = watchRun({*folder, *launch, ready, {}}, m_options.json);
    if (m_rendezvous)
        refuse("The first machine could not begin; its own message says why.");
    return code;
}

// Sends each machine its launch spec. A machine that does not read it is noticed by the heartbeats of the run.
void JoinCommand::sendLaunchSpecs(LaunchSpec launch)
{
    for (int machine = 1; machine < m_options.machines; ++machine) {
        launch.machine = machine;
        launch.job = m_joinRequests[std::size_t(machine)].job;
        (void)m_rendezvous->reply(machine, toJson(launch));
    }
    m_rendezvous->awaitRepliesRead(replyLimit);
}

int JoinCommand::joinRun()
{
    const auto text = m_rendezvous->awaitReply();
    if (!text)
        return failed(text.error());
    auto launch = parseLaunchSpec(*text);
    if (!launch)
        return failed(launch.error());
    if (launch->machine != m_store->number() || launch->machine >= int(launch->plan.machines.size()))
        return failed({"What the first machine told this one to do is for another.", {}});
    leave();
    m_signals.reset();
    launch->job = m_joinRequest.job; // with this machine's own paths
    const std::string name = launch->runId + "-" + std::to_string(launch->machine);
    const auto folder = makeRunFolder(m_options.runFolder, name); // own name: home directories may be shared
    const auto recorded = folder ? writeRecords(*folder, *launch) : tl::unexpected(folder.error());
    if (!recorded)
        return failed(recorded.error());
    print("Takes part in " + launch->runId + ", which " + launch->plan.machines.front().name
        + " coordinates and keeps; log in " + folder->path + ".");
    const auto finished = runAgent({*folder, *launch, {}, {}});
    if (!finished)
        return failed(finished.error());
    if (finished->outcome == RunFinished::Outcome::Failed) // at a step that this machine may not know
        return failed({finished->message, {}});
    if (!finished->message.empty())
        std::cerr << plainText(finished->message) << std::endl;
    print("The run is over, at step " + std::to_string(finished->step) + ".");
    return exitDone;
}

void JoinCommand::leave()
{
    m_rendezvous.reset();
    if (m_store && isCoordinator())
        m_store->leave();
    m_store.reset();
}

int JoinCommand::refuseAndFail(const Error &why)
{
    if (isCoordinator())
        refuse(oneLine(why));
    else if (m_isStopped)
        m_rendezvous->refuse(oneLine(why));
    else
        m_rendezvous->awaitRefusal(replyLimit);
    return failed(why);
}

void JoinCommand::refuse(const std::string &why)
{
    m_rendezvous->refuse(why);
    std::this_thread::sleep_for(refusalLimit);
    leave();
}

} // namespace

void addJoin(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("join", "Train together with other machines on which it is started too");
    command->footer(
        "For machines that start their programs by themselves, as a batch system does: no SSH, no app. Start the same\n"
        "command on each. They measure themselves, wait for each other, plan, and train; the first machine shows and\n"
        "keeps the run. At tcp:// that is the one with the address, at file:// the one that came first.\n"
        "Whoever reaches that address can take part: use it in a network that you trust.\n\n"
        "Examples:\n"
        "  motley-engine join job.json --machines 3 --meet tcp://10.0.0.5:29400\n"
        "  motley-engine join job.json --machines 3 --meet file:///shared/meet-$JOB_ID    # a folder that is not there "
        "yet");
    auto options = std::make_shared<JoinOptions>();
    command->add_option("JOB", options->jobPath, "Job file (JSON), with paths of this machine")->required();
    command->add_option("--meet", options->url, "Where they find each other")->required();
    command->add_option("--machines", options->machines, "How many there are")->required()->check(CLI::Range(1, 1024));
    command->add_option("--wait", options->waitMinutes, "Minutes until all must be there")
        ->check(CLI::Range(0.01, 1e5))
        ->capture_default_str();
    command->add_option("--device", options->device, "cpu, cuda, or cuda:UUID (default: all GPUs, or the CPU)");
    command->add_option("--workers", options->workers, "Ranks of this machine, on its CPU or as many GPUs")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Processors for each (default: split among them)")
        ->check(CLI::Range(1, 4096));
    command->add_flag("--sizes-only", options->sizesOnly,
        "Of the data compare names and sizes alone; reading all of it takes long where it is large");
    command->add_option("--run-folder", options->runFolder, "Where the run is recorded here (default: a new folder)");
    command->add_option(
        "--resume", options->resumeFrom, "Folder of a checkpoint to continue from, on the first machine");
    command->add_flag("--json", options->json, "The first machine prints the events as JSON lines");
    command->callback([&chosen, options] { chosen = [options] { return JoinCommand(*options).run(); }; });
}

} // namespace motley
