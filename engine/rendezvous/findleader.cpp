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

struct Asked {
    int machine = 0;
    int port = 0;
    TlsConnection link;
};

struct Calls {
    std::vector<Asked> asked; // that listen
    bool areRefused = true; // all of them, by machines that are there
};

// The agents of a run listen for as long as they live.
Calls askAll(const LaunchSpec &launch, const TlsConnection::Key &key, const std::vector<int> &ports)
{
    Calls calls;
    for (int machine = 0; machine < int(launch.plan.machines.size()); ++machine) {
        const int known = std::size_t(machine) < ports.size() ? ports[std::size_t(machine)] : 0;
        const int port = known == 0 && machine == 0 ? launch.controlPort : known;
        if (machine == launch.machine)
            continue;
        const auto where = socketAddress(launch.plan.machines[std::size_t(machine)].address, port);
        errno = EHOSTUNREACH;
        Descriptor socket = where && port > 0 ? connectWithin(*where, connectLimit) : Descriptor();
        calls.areRefused = calls.areRefused && !socket && errno == ECONNREFUSED;
        if (socket)
            calls.asked.push_back(
                {machine, port, TlsConnection::toListener(std::move(socket), key, applicantName(launch.machine))});
    }
    return calls;
}

void waitForNews(const std::vector<Asked> &asked)
{
    std::vector<pollfd> waits;
    for (const Asked &one : asked)
        waits.push_back(one.link.waits());
    poll(waits.data(), waits.size(), int(lookTime.count()));
}

// What the one that coordinates says first.
std::optional<Result<FoundLeader>> answerOf(Asked &asked)
{
    std::vector<std::string> lines = asked.link.receivedLines();
    for (auto line = lines.begin(); line != lines.end(); ++line) {
        const auto said = parseControlLine(*line);
        if (said && std::holds_alternative<Welcome>(said->body))
            return FoundLeader{asked.machine, asked.port, std::move(asked.link), {std::next(line), lines.end()}};
        const auto *order = said ? std::get_if<AbortOrder>(&said->body) : nullptr;
        if (order)
            return fail(order->reason);
    }
    return std::nullopt;
}

} // namespace

Result<FoundLeader> joinFirstLeader(const LaunchSpec &launch, const TlsConnection::Key &key)
{
    const std::string &address = launch.plan.machines.front().address;
    auto socket = connectRetrying("the run's coordinating agent", address, launch.controlPort, reachLimit);
    if (!socket)
        return tl::unexpected(socket.error());
    std::vector<Asked> asked;
    asked.push_back(
        {0, launch.controlPort, TlsConnection::toListener(std::move(*socket), key, std::to_string(launch.machine))});
    Asked &leader = asked.front();
    const Deadline deadline = Deadline::clock::now() + reachLimit;
    while (leader.link.state() != TlsConnection::State::Closed && Deadline::clock::now() < deadline) {
        waitForNews(asked);
        leader.link.advance();
        if (auto answer = answerOf(leader))
            return std::move(*answer);
    }
    const bool isOpen = leader.link.state() != TlsConnection::State::Closed;
    const std::string why = isOpen ? "it said nothing within " + secondsText(reachLimit) : leader.link.whyClosed();
    return fail("What listens at " + address + " port " + std::to_string(launch.controlPort)
        + " does not answer as the coordinating agent of this run: " + why + ". Check that the run still lives.");
}

tl::expected<FoundLeader, NoLeader> findLeader(
    const LaunchSpec &launch, const TlsConnection::Key &key, const std::vector<int> &ports)
{
    auto [asked, areRefused] = askAll(launch, key, ports);
    const auto noneWith = [areRefused = areRefused](const tl::unexpected<Error> &error) {
        return tl::unexpected(NoLeader(error.value(), areRefused));
    };
    const Deadline deadline = Deadline::clock::now() + leaderLimit;
    while (!asked.empty() && Deadline::clock::now() < deadline) {
        waitForNews(asked);
        for (Asked &one : asked) {
            one.link.advance();
            if (auto answer = answerOf(one))
                return std::move(*answer).map_error([](Error error) { return NoLeader(std::move(error)); });
        }
        std::erase_if(asked, [](const Asked &one) { return one.link.state() == TlsConnection::State::Closed; });
    }
    if (asked.empty())
        return noneWith(fail("No other machine of this run answers where its agents listened. If the run has ended, "
                             "resume it from its newest checkpoint."));
    return noneWith(fail("No machine of this run has let this one take part again within " + secondsText(leaderLimit)
        + ". Look at how the run stands there, and try again."));
}

} // namespace motley
