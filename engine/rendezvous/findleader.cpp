#include "engine/rendezvous/findleader.h"

#include "engine/base/tcp.h"
#include "engine/base/walltime.h"
#include "engine/protocol/controlline.h"
#include "engine/rendezvous/applicants.h"
#include "engine/rendezvous/connectretrying.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

namespace motley {

namespace {

constexpr auto connectLimit = std::chrono::milliseconds(1000);
constexpr auto reachLimit = std::chrono::seconds(30); // for the coordinator to answer an agent
constexpr auto leaderLimit = std::chrono::seconds(60); // until a lost machine is noticed, and another one coordinates
constexpr auto lookTime = std::chrono::milliseconds(100);

constexpr auto askInterval = std::chrono::seconds(1); // at an address where nobody is connected
constexpr int mostHangUps = 5; // then something else listens there

// What the one that coordinates says first.
std::optional<Result<FoundLeader>> answerOf(
    int machine, int port, TlsConnection &link, const std::vector<std::string> &lines)
{
    for (auto line = lines.begin(); line != lines.end(); ++line) {
        const auto said = parseControlLine(*line);
        if (said && std::holds_alternative<Welcome>(said->body))
            return FoundLeader{machine, port, std::move(link), {std::next(line), lines.end()}};
        const auto *order = said ? std::get_if<AbortOrder>(&said->body) : nullptr;
        if (order)
            return fail(order->reason);
    }
    return std::nullopt;
}

class LeaderSearch {
public:
    LeaderSearch(const LaunchSpec &launch, const TlsConnection::Key &key, const std::vector<int> &ports)
        : m_launch(launch), m_key(key)
    {
        learn(ports);
        if (ports.empty() || ports.front() == 0)
            learn({launch.controlPort});
    }

    Result<FoundLeader> find();
    // Each other machine refused when it was asked last: the agents of a run listen for as long as they live.
    bool areRefused() const;

private:
    struct Address {
        int machine = 0;
        int port = 0;
        std::optional<TlsConnection> link = {};
        Deadline nextTime = {}; // to ask, where there is no link
        bool answers = false; // did so when it was asked last
        bool refuses = false; // did so then, and is a machine that is there
        int hangUps = 0;
    };

    void learn(const std::vector<int> &ports);
    bool askNext(); // false: nobody is to be asked now
    void waitForNews(bool isAsking) const;
    std::optional<Result<FoundLeader>> hear();

    const LaunchSpec &m_launch;
    const TlsConnection::Key &m_key;
    std::vector<Address> m_addresses;
};

// An address that is not the newest stays: of two machines that tell, one may be cut off from the run.
void LeaderSearch::learn(const std::vector<int> &ports)
{
    const std::size_t machines = std::min(ports.size(), m_launch.plan.machines.size());
    for (int machine = 0; std::size_t(machine) < machines; ++machine) {
        const int port = ports[std::size_t(machine)];
        const bool isKnown = std::any_of(m_addresses.begin(), m_addresses.end(),
            [&](const Address &one) { return one.machine == machine && one.port == port; });
        if (machine != m_launch.machine && port != 0 && !isKnown)
            m_addresses.push_back({machine, port});
    }
}

// One at a time, as a machine that is off keeps it waiting, and another one may have answered.
bool LeaderSearch::askNext()
{
    const auto isDue = [now = Deadline::clock::now()](const Address &one) { return !one.link && one.nextTime <= now; };
    const auto next = std::find_if(m_addresses.begin(), m_addresses.end(), isDue);
    if (next == m_addresses.end())
        return false;
    const auto where = socketAddress(m_launch.plan.machines[std::size_t(next->machine)].address, next->port);
    errno = EHOSTUNREACH;
    Descriptor socket = where ? connectWithin(*where, connectLimit) : Descriptor();
    next->refuses = !socket && errno == ECONNREFUSED;
    next->nextTime = Deadline::clock::now() + askInterval;
    next->answers = socket && next->hangUps < mostHangUps;
    if (socket)
        next->link = TlsConnection::toListener(std::move(socket), m_key, applicantName(m_launch.machine));
    return true;
}

void LeaderSearch::waitForNews(bool isAsking) const
{
    std::vector<pollfd> waits;
    for (const Address &one : m_addresses)
        if (one.link)
            waits.push_back(one.link->waits());
    poll(waits.data(), waits.size(), isAsking ? 0 : int(lookTime.count()));
}

std::optional<Result<FoundLeader>> LeaderSearch::hear()
{
    for (std::size_t i = 0; i < m_addresses.size(); ++i) { // more of them may be learnt
        if (!m_addresses[i].link)
            continue;
        TlsConnection &link = *m_addresses[i].link;
        link.advance();
        const std::vector<std::string> lines = link.receivedLines();
        if (auto answer = answerOf(m_addresses[i].machine, m_addresses[i].port, link, lines))
            return answer;
        if (link.state() == TlsConnection::State::Closed) {
            m_addresses[i].link.reset();
            m_addresses[i].answers = ++m_addresses[i].hangUps < mostHangUps;
        }
        for (const std::string &line : lines)
            if (const auto said = parseControlLine(line); said && std::holds_alternative<Roster>(said->body))
                learn(std::get<Roster>(said->body).ports);
    }
    return std::nullopt;
}

bool LeaderSearch::areRefused() const
{
    for (int machine = 0; machine < int(m_launch.plan.machines.size()); ++machine) {
        const auto refuses = [machine](const Address &one) { return one.machine == machine && one.refuses; };
        if (machine != m_launch.machine && std::none_of(m_addresses.begin(), m_addresses.end(), refuses))
            return false;
    }
    return std::all_of(m_addresses.begin(), m_addresses.end(), [](const Address &one) { return one.refuses; });
}

Result<FoundLeader> LeaderSearch::find()
{
    const Deadline deadline = Deadline::clock::now() + leaderLimit;
    while (Deadline::clock::now() < deadline) {
        const bool isAsking = askNext();
        if (!isAsking
            && std::none_of(m_addresses.begin(), m_addresses.end(), [](const Address &one) { return one.answers; }))
            return fail("No other machine of this run answers where its agents listened. If the run has ended, resume "
                        "it from its newest checkpoint.");
        waitForNews(isAsking);
        if (auto answer = hear())
            return std::move(*answer);
    }
    return fail("No machine of this run has let this one take part again within " + secondsText(leaderLimit)
        + ". Look at how the run stands there, and try again.");
}

} // namespace

Result<FoundLeader> joinFirstLeader(const LaunchSpec &launch, const TlsConnection::Key &key)
{
    const std::string &address = launch.plan.machines.front().address;
    auto socket = connectRetrying("the run's coordinating agent", address, launch.controlPort, reachLimit);
    if (!socket)
        return tl::unexpected(socket.error());
    TlsConnection leader = TlsConnection::toListener(std::move(*socket), key, std::to_string(launch.machine));
    const Deadline deadline = Deadline::clock::now() + reachLimit;
    while (leader.state() != TlsConnection::State::Closed && Deadline::clock::now() < deadline) {
        pollfd waits = leader.waits();
        poll(&waits, 1, int(lookTime.count()));
        leader.advance();
        if (auto answer = answerOf(0, launch.controlPort, leader, leader.receivedLines()))
            return std::move(*answer);
    }
    const bool isOpen = leader.state() != TlsConnection::State::Closed;
    const std::string why = isOpen ? "it said nothing within " + secondsText(reachLimit) : leader.whyClosed();
    return fail("What listens at " + address + " port " + std::to_string(launch.controlPort)
        + " does not answer as the coordinating agent of this run: " + why + ". Check that the run still lives.");
}

tl::expected<FoundLeader, NoLeader> findLeader(
    const LaunchSpec &launch, const TlsConnection::Key &key, const std::vector<int> &ports)
{
    LeaderSearch search(launch, key, ports);
    return search.find().map_error([&search](const Error &error) { return NoLeader(error, search.areRefused()); });
}

} // namespace motley
