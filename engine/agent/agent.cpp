#include "engine/agent/agent.h"

#include "engine/agent/coordinator.h"
#include "engine/agent/ranks.h"
#include "engine/agent/whyended.h"
#include "engine/base/process/signalqueue.h"
#include "engine/base/runclock.h"
#include "engine/base/walltime.h"
#include "engine/machine/connectionwatch.h"
#include "engine/machine/telemetry.h"
#include "engine/rendezvous/controlchannel.h"
#include "engine/run/agentpidfile.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <optional>

namespace motley {

namespace {

using Clock = RunClock;

// Training -> Stopping -> Ending -> Over; any may become Ending.
enum class Phase {
    Training,
    Stopping, // asked to; the ranks finish a step
    Ending, // the ranks are being killed
    Over,
};

class Agent {
public:
    explicit Agent(AgentOptions options)
        : m_options(std::move(options)), m_launch(m_options.launch),
          m_ranks(m_options.folder, m_launch, m_options.engine)
    {
    }

    Result<void> begin();
    RunFinished run();

private:
    bool isCoordinator() const { return m_launch.machine == 0; }
    const PlannedMachine &machineOf(int number) const { return m_launch.plan.machines[std::size_t(number)]; }

    void handleSignals();
    void readRanks();
    void readPeers();
    void checkTimeouts();

    void handle(const PeerEvent &news) { hear(news.machine, news.body); }
    void handle(const PeerHeartbeat &news) { m_coordinator->watch(news.ranks); }
    void handle(const HeartbeatLost &news);
    void handle(const AllHeartbeatsLost &);
    void handle(const ConnectionLost &news);
    void handle(const StopOrder &) { stop(); }
    void handle(const AbortOrder &news) { end(RunFinished::Outcome::Failed, news.reason); }
    void handle(const MembershipOrder &news) { tellRanks(news.membership); }
    void handle(const RunOver &) { m_phase = Phase::Over; }

    void carryOut(const GoOn &decided);
    void carryOut(const GiveUp &decided) { end(RunFinished::Outcome::Failed, decided.why); }
    void carryOut(const AllDone &decided);

    void report(const EventBody &body);
    void hear(int machine, const EventBody &body);
    void tellRanks(const Membership &membership);
    RunProgress progress() const { return m_coordinator ? m_coordinator->progress() : RunProgress(); }
    void stop(const std::string &why = {});
    void stopNow();
    void suspend();
    void end(RunFinished::Outcome outcome, const std::string &why);
    void close();

    AgentOptions m_options;
    LaunchSpec m_launch;
    SignalQueue m_signals{SignalQueue::Suspension::Queued};
    std::unique_ptr<Coordinator> m_coordinator; // on the coordinating machine
    std::optional<ControlChannel> m_channel;
    std::optional<TelemetrySampler> m_telemetry;
    Ranks m_ranks;
    ConnectionWatch m_connections; // keeps those of the control channel ready
    OwnAbsence m_absence;

    Phase m_phase = Phase::Training;
    Clock::time_point m_started = Clock::now();
    bool m_ownRanksDone = false;
    std::string m_whyStopped; // empty: at the coordinator, as a user asked, or not at all
    RunFinished m_result;
};

Result<void> Agent::begin()
{
    if (const auto claimed = claim(m_options.folder); !claimed)
        return claimed;
    if (isCoordinator()) {
        auto log = RunLog::open(m_options.folder, m_launch.plan, m_options.observer);
        if (!log)
            return tl::unexpected(log.error());
        m_coordinator = std::make_unique<Coordinator>(m_launch, *std::move(log));
    }
    auto channel = ControlChannel::open(m_launch);
    if (!channel)
        return tl::unexpected(channel.error());
    m_channel.emplace(std::move(*channel));
    m_telemetry.emplace(m_launch.machine, machineOf(m_launch.machine).address);
    if (m_options.ready)
        m_options.ready({getpid(), m_launch.plan.machines.front().address, m_channel->port()});
    return {};
}

RunFinished Agent::run()
{
    for (const RankFailed &failure : m_ranks.start(*m_channel, m_options.started))
        report(failure);
    m_telemetry->watch(m_ranks.processes());
    while (m_phase != Phase::Over) {
        m_ranks.wait(m_signals.descriptor());
        m_absence.look();
        handleSignals();
        readRanks();
        readPeers();
        checkTimeouts();
    }
    close();
    return m_result;
}

void Agent::handleSignals()
{
    for (const auto order : m_signals.drain()) {
        if (order == SignalQueue::Order::Suspend)
            suspend();
        else if (order == SignalQueue::Order::StopNow || m_phase != Phase::Training)
            stopNow();
        else
            stop(whyStopped(order, machineOf(m_launch.machine), isCoordinator()));
    }
}

void Agent::readRanks()
{
    for (const auto &event : m_ranks.drainEvents())
        report(event);
    for (const auto &failure : m_ranks.drainFailures())
        if (m_phase != Phase::Ending)
            report(failure);
    if (isCoordinator())
        m_coordinator->watch(m_ranks.statuses());
    else
        m_channel->setRankStatuses(m_ranks.statuses());
    if (m_ownRanksDone || !m_ranks.allDone())
        return;
    m_ownRanksDone = true;
    RunFinished own = m_ranks.outcome();
    if (own.outcome == RunFinished::Outcome::Stopped)
        own.message = m_whyStopped;
    if (!isCoordinator()) // the coordinator decides from the outcomes of all machines
        m_result = own;
    report(own);
}

void Agent::readPeers()
{
    for (const auto &item : m_channel->receive())
        if (m_phase != Phase::Over)
            std::visit([this](const auto &news) { handle(news); }, item);
    if (auto sample = m_telemetry->pop(); sample && m_phase != Phase::Over)
        report(*sample);
}

void Agent::checkTimeouts()
{
    m_connections.unreachable(); // what the connections say is not used; they are kept ready
    if (isCoordinator()) {
        m_coordinator->log().deliver();
        const auto heartbeats = [this](int machine) { return m_channel->secondsSinceHeartbeat(machine); };
        const auto absence = m_absence.endedWithin(ControlChannel::heartbeatLimit);
        if (m_phase == Phase::Training || m_phase == Phase::Stopping)
            if (const auto decided = m_coordinator->decide(heartbeats, absence))
                std::visit([this](const auto &decision) { carryOut(decision); }, *decided);
    }
    if (m_phase == Phase::Ending && !m_ranks.anyRunning())
        m_phase = Phase::Over;
}

void Agent::handle(const HeartbeatLost &news)
{
    if (m_phase == Phase::Ending)
        return;
    if (isCoordinator())
        return m_coordinator->lose(news);
    end(RunFinished::Outcome::Failed,
        "The coordinating machine " + nameOf(machineOf(0)) + " has not answered for "
            + secondsText(ControlChannel::heartbeatLimit) + ".");
}

void Agent::handle(const AllHeartbeatsLost &)
{
    if (m_phase != Phase::Ending)
        m_coordinator->loseAll();
}

void Agent::handle(const ConnectionLost &news)
{
    if (m_phase == Phase::Ending)
        return;
    if (isCoordinator())
        return m_coordinator->lose(news, m_absence.endedWithin(ControlChannel::heartbeatLimit));
    end(RunFinished::Outcome::Failed,
        "The connection to the coordinating machine " + nameOf(machineOf(0)) + " was lost: " + news.reason + ".");
}

void Agent::carryOut(const GoOn &decided)
{
    m_channel->order({MembershipOrder{decided.members}});
    for (const auto &[machine, why] : decided.leftOut)
        m_channel->leaveOut(machine, why);
    tellRanks(decided.members);
}

void Agent::carryOut(const AllDone &decided)
{
    m_result = decided.result;
    m_phase = Phase::Over;
}

void Agent::report(const EventBody &body)
{
    if (isCoordinator())
        hear(0, body);
    else
        m_channel->send(body);
}

void Agent::hear(int machine, const EventBody &body)
{
    const bool hasJustWoken = m_absence.endedWithin(std::chrono::seconds(3)).count() > 0;
    m_coordinator->hear(machine, body, !hasJustWoken); // the ranks waited until this agent read what they print
}

void Agent::tellRanks(const Membership &membership)
{
    for (const int rank : m_ranks.keep(membership))
        m_channel->tellRank(rank, toLine(membership));
    m_telemetry->watch(m_ranks.processes());
}

void Agent::stop(const std::string &why)
{
    if (m_phase != Phase::Training)
        return;
    m_phase = Phase::Stopping;
    m_whyStopped = why;
    m_ranks.signal(SIGTERM);
    if (isCoordinator())
        m_channel->order({StopOrder{}});
}

void Agent::stopNow()
{
    if (m_phase == Phase::Ending || m_phase == Phase::Over)
        return;
    end(RunFinished::Outcome::Stopped,
        "Ended at once, as was asked for; the step in progress was lost." + progress().newestCheckpoint());
}

// The ranks are process groups of their own, which a terminal's Ctrl-Z does not reach.
void Agent::suspend()
{
    m_ranks.suspend();
    suspendHere();
    m_ranks.signal(SIGCONT);
}

void Agent::end(RunFinished::Outcome outcome, const std::string &why)
{
    if (m_phase == Phase::Ending)
        return;
    m_phase = Phase::Ending;
    m_result = {outcome, progress().step(), 0, why, {}};
    m_ranks.signal(SIGKILL);
    if (isCoordinator())
        m_channel->order({AbortOrder{m_result.message}});
}

void Agent::close()
{
    m_ranks.signal(SIGKILL);
    m_result.seconds = std::chrono::duration<double>(Clock::now() - m_started).count();
    struct stat written { };
    const bool hasModel = stat((m_options.folder.model() + "/model.safetensors").c_str(), &written) == 0;
    if (hasModel && m_result.outcome != RunFinished::Outcome::Failed)
        m_result.model = "model";
    if (isCoordinator())
        m_coordinator->log().finish(m_result);
    m_telemetry.reset();
    m_channel.reset();
}

} // namespace

Result<RunFinished> runAgent(AgentOptions options)
{
    Agent agent(std::move(options));
    if (const auto begun = agent.begin(); !begun)
        return tl::unexpected(begun.error());
    return agent.run();
}

} // namespace motley
