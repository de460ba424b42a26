#include "engine/agent/ranks.h"

#include "engine/base/runclock.h"
#include "engine/machine/networkinterfaces.h"
#include "engine/machine/processstat.h"
#include "engine/rendezvous/linesocket.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace motley {

namespace {

constexpr int roundMilliseconds = 100;

template <typename T>
void appendTo(std::vector<T> &all, std::vector<T> more)
{
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

// NCCL picks an interface by itself, often Docker's bridge or a management network. The machines are known to reach
// each other at the plan's addresses, so NCCL is given the interface that holds this machine's. Variables that the user
// has set are kept.
void setNcclInterface(const std::string &address)
{
    const std::string interface = interfaceHolding(address, networkInterfaces());
    if (interface.empty())
        return;
    constexpr int keepTheirs = 0;
    setenv("NCCL_SOCKET_IFNAME", ("=" + interface).c_str(), keepTheirs); // '=': this name, not all that begin with it
    setenv("NCCL_SOCKET_FAMILY", address.find(':') == std::string::npos ? "AF_INET" : "AF_INET6", keepTheirs);
}

} // namespace

Ranks::Ranks(RunFolder folder, const LaunchSpec &launch, std::string engine)
    : m_folder(std::move(folder)), m_plan(launch.plan), m_machine(launch.machine), m_engine(std::move(engine))
{
}

std::vector<RankFailed> Ranks::start(ControlChannel &channel, bool areBack, const Started &started)
{
    std::vector<RankFailed> failures;
    setNcclInterface(m_plan.machines[std::size_t(m_machine)].address);
    for (int rank = 0; rank < int(m_plan.ranks.size()); ++rank) {
        if (m_plan.ranks[std::size_t(rank)].machine != m_machine)
            continue;
        SocketPair socket = makeSocketPair();
        auto process = RankProcess::start(m_engine, m_folder, rank, areBack, socket.other);
        if (!process) {
            failures.push_back({rank, m_machine, process.error().message, {}, RankFailed::Kind::Internal});
            continue;
        }
        channel.addRank(rank, std::move(socket.one));
        if (started)
            started(rank, process->pid());
        m_processes.push_back(std::move(*process));
    }
    return failures;
}

void Ranks::wait(int alsoDescriptor) const
{
    std::vector<pollfd> waiting{{alsoDescriptor, POLLIN, 0}};
    for (const auto &process : m_processes)
        for (const int descriptor : process.descriptors())
            waiting.push_back({descriptor, POLLIN, 0});
    poll(waiting.data(), waiting.size(), roundMilliseconds);
}

std::vector<int> Ranks::keep(const Membership &membership)
{
    const auto trains = [&](const RankProcess &process) { return indexOf(membership, process.rank()).has_value(); };
    const auto lost = std::stable_partition(m_processes.begin(), m_processes.end(), trains);
    std::for_each(lost, m_processes.end(), [](const RankProcess &process) { process.signal(SIGKILL); });
    std::move(lost, m_processes.end(), std::back_inserter(m_leftOut));
    m_processes.erase(lost, m_processes.end());
    std::erase_if(m_failures, [&](const RankFailed &failure) { return !indexOf(membership, failure.rank); });
    std::vector<int> kept;
    for (const RankProcess &process : m_processes)
        kept.push_back(process.rank());
    return kept;
}

std::vector<EventBody> Ranks::drainEvents()
{
    std::erase_if(m_leftOut, [](RankProcess &process) { return !process.isRunning() || process.reap(); });
    std::vector<EventBody> events;
    for (auto &process : m_processes) {
        const bool ended = process.reap();
        do {
            appendTo(events, process.read());
        } while (ended && !process.descriptors().empty()); // reads all that it wrote before it ended
        if (process.hasFailed() && m_failedRanks.insert(process.rank()).second)
            m_failures.push_back(process.failure(m_machine));
    }
    return events;
}

std::vector<RankStatus> Ranks::statuses() const
{
    std::vector<RankStatus> found;
    for (const auto &process : m_processes) {
        if (!process.status())
            continue;
        found.push_back(*process.status());
        if (process.outcome())
            found.back().phase = RankPhase::Finished;
    }
    return found;
}

std::vector<RankFailed> Ranks::drainFailures()
{
    return std::exchange(m_failures, {});
}

bool Ranks::allDone() const
{
    return !m_processes.empty()
        && std::all_of(m_processes.begin(), m_processes.end(), [](const auto &process) { return process.endedWell(); });
}

bool Ranks::anyRunning() const
{
    const auto isRunning = [](const RankProcess &process) { return process.isRunning(); };
    return !m_leftOut.empty() || std::any_of(m_processes.begin(), m_processes.end(), isRunning);
}

RunFinished Ranks::outcome() const
{
    RunFinished all;
    for (const auto &process : m_processes) {
        all.step = process.outcome()->step;
        if (process.outcome()->outcome == RunFinished::Outcome::Stopped)
            all.outcome = RunFinished::Outcome::Stopped;
    }
    return all;
}

void Ranks::signal(int number) const
{
    for (const auto &process : m_processes)
        process.signal(number);
}

void Ranks::suspendWithAgent() const
{
    signal(SIGTSTP);
    for (const int process : processes())
        waitUntilStopped(process);
    suspendHere();
    signal(SIGCONT);
}

std::vector<int> Ranks::processes() const
{
    std::vector<int> ids;
    for (const auto &process : m_processes)
        ids.push_back(process.pid());
    return ids;
}

} // namespace motley
