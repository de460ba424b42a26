#include "engine/agent/agent.h"

#include "engine/agent/cutwatch.h"
#include "engine/agent/overduestep.h"
#include "engine/agent/ranks.h"
#include "engine/agent/rankwatch.h"
#include "engine/agent/rootcause.h"
#include "engine/agent/runlog.h"
#include "engine/agent/runprogress.h"
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

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

namespace motley {

namespace {

using Clock = RunClock;

std::string asSentence(const std::string &words)
{
    return words.ends_with('.') ? words : words + ".";
}

// Training -> Stopping | FindingCause -> Ending -> Over; any may become Ending.
enum class Phase {
    Training,
    Stopping, // asked to; the ranks finish a step
    FindingCause, // a rank failed; the failure that caused it may not be known yet
    Ending, // the ranks are being killed
    Over,
};

class Agent {
public:
    explicit Agent(AgentOptions options)
        : m_options(std::move(options)), m_launch(m_options.launch),
          m_ranks(m_options.folder, m_launch, m_options.engine), m_watch(int(m_launch.plan.ranks.size())),
          m_cuts(m_launch.plan)
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

    void handle(const PeerEvent &news) { handleEvent(news.machine, news.body); }
    void handle(const PeerHeartbeat &news) { watch(news.ranks); }
    void handle(const HeartbeatLost &news);
    void handle(const AllHeartbeatsLost &);
    void handle(const ConnectionLost &news);
    void handle(const StopOrder &) { stop(); }
    void handle(const AbortOrder &news) { end(RunFinished::Outcome::Failed, news.reason); }
    void handle(const MembershipOrder &news) { m_ranks.tell(news.membership); }
    void handle(const RunOver &) { m_phase = Phase::Over; }

    void report(const EventBody &body);
    void handleEvent(int machine, EventBody body);
    void handleRunFinished(int machine, const RunFinished &done);
    void watch(const std::vector<RankStatus> &ranks);
    void checkProgress();
    void findRootCause();
    std::function<double(int machine)> silences() const;
    void failRun(const Blame &blame);
    void failRun(RankFailed failure);
    void stop(const std::string &why = {});
    void stopNow();
    void suspend();
    void end(RunFinished::Outcome outcome, const std::string &why);
    void close();

    AgentOptions m_options;
    LaunchSpec m_launch;
    SignalQueue m_signals{SignalQueue::Suspension::Queued};
    std::unique_ptr<RunLog> m_log; // coordinator only
    std::optional<ControlChannel> m_channel;
    std::optional<TelemetrySampler> m_telemetry;
    Ranks m_ranks;
    RankWatch m_watch; // coordinator only
    CutWatch m_cuts; // coordinator only
    OverdueStep m_overdue; // coordinator only
    ConnectionWatch m_connections; // keeps those of the control channel ready
    OwnAbsence m_absence;

    Phase m_phase = Phase::Training;
    Clock::time_point m_started = Clock::now();
    RootCause m_rootCause; // coordinator only
    std::map<int, RunFinished> m_doneMachines;
    bool m_ownRanksDone = false;
    RunProgress m_progress; // coordinator only
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
        m_log = std::move(*log);
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
    if (const auto started = m_ranks.start(m_channel->storePort(), m_options.started); !started)
        report(failureOf(m_launch.plan, m_launch.machine, started.error().message, RankFailed::Kind::Internal));
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
        watch(m_ranks.statuses());
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
    if (m_log)
        m_log->deliver();
    if (isCoordinator() && (m_phase == Phase::Training || m_phase == Phase::Stopping))
        checkProgress();
    if (m_phase == Phase::FindingCause)
        findRootCause();
    if (m_phase == Phase::Ending && !m_ranks.anyRunning())
        m_phase = Phase::Over;
}

void Agent::handle(const HeartbeatLost &news)
{
    if (!isCoordinator())
        return end(RunFinished::Outcome::Failed,
            "The coordinating machine " + nameOf(machineOf(0)) + " has not answered for "
                + secondsText(ControlChannel::heartbeatLimit) + ".");
    if (m_phase == Phase::Ending || m_doneMachines.count(news.machine))
        return;
    failRun(whyLost(m_launch.plan, news.machine, news.neverCame));
}

void Agent::handle(const AllHeartbeatsLost &)
{
    if (m_phase == Phase::Ending || !m_doneMachines.empty())
        return;
    failRun(Blame{0, whyCutOff(machineOf(0))});
}

void Agent::handle(const ConnectionLost &news)
{
    if (m_phase == Phase::Ending)
        return;
    end(RunFinished::Outcome::Failed,
        "The connection to the coordinating machine " + nameOf(machineOf(0)) + " was lost: " + news.reason + ".");
}

void Agent::report(const EventBody &body)
{
    if (isCoordinator())
        handleEvent(0, body);
    else
        m_channel->send(body);
}

void Agent::handleEvent(int machine, EventBody body)
{
    if (auto *failure = std::get_if<RankFailed>(&body)) {
        failure->machine = machine;
        m_rootCause.add(*failure);
        if (m_phase == Phase::Training || m_phase == Phase::Stopping)
            m_phase = Phase::FindingCause;
        return;
    }
    if (const auto *done = std::get_if<RunFinished>(&body))
        return handleRunFinished(machine, *done);
    m_progress.add(machine, body);
    m_overdue.add(body);
    const bool hasJustWoken = m_absence.endedWithin(std::chrono::seconds(3)).count() > 0;
    m_log->append(body, !hasJustWoken); // the ranks waited until this agent read what they print
}

void Agent::handleRunFinished(int machine, const RunFinished &done)
{
    m_doneMachines[machine] = done;
    if (m_doneMachines.size() < m_launch.plan.machines.size() || m_phase == Phase::Ending)
        return;
    m_result = m_doneMachines.begin()->second;
    for (const auto &[other, said] : m_doneMachines)
        if (said.outcome == RunFinished::Outcome::Stopped && m_result.message.empty())
            m_result = said;
    m_phase = Phase::Over;
}

void Agent::watch(const std::vector<RankStatus> &ranks)
{
    for (const RankStatus &status : ranks) {
        m_watch.update(status);
        m_cuts.update(status);
    }
    for (const EventBody &news : m_cuts.news())
        m_log->append(news);
}

// A stop is graceful for as long as the ranks progress: a step, a checkpoint and the model may take any time.
void Agent::checkProgress()
{
    if (const auto overdue = m_overdue.check(m_watch, m_launch.plan, silences()))
        m_log->append(*overdue);
    const auto standstill = m_watch.check();
    if (!standstill)
        return;
    if (const auto rank = standstill->rank)
        return failRun(RankFailed{*rank, m_launch.plan.ranks[std::size_t(*rank)].machine, whyHung(standstill->phase),
            {}, RankFailed::Kind::Hung});
    failRun(Blame{std::nullopt, whyAllWait(standstill->phase, m_cuts.cutPair())});
}

void Agent::findRootCause()
{
    const auto absence = m_absence.endedWithin(ControlChannel::heartbeatLimit);
    if (const auto cause = m_rootCause.find(m_launch.plan, silences(), absence))
        failRun(*cause);
}

// The seconds since a machine's last sign of life.
std::function<double(int)> Agent::silences() const
{
    return [this](int machine) {
        return machine == 0 || m_doneMachines.count(machine) ? 0 : m_channel->secondsSinceHeartbeat(machine);
    };
}

void Agent::failRun(const Blame &blame)
{
    if (blame.machine)
        failRun(failureOf(m_launch.plan, *blame.machine, blame.cause));
    else
        end(RunFinished::Outcome::Failed, blame.cause + m_progress.newestCheckpoint());
}

void Agent::failRun(RankFailed failure)
{
    const bool isHung = failure.kind == RankFailed::Kind::Hung;
    if (const std::string memory = isHung ? m_progress.memoryOf(failure.machine) : std::string(); !memory.empty())
        failure.cause = asSentence(failure.cause) + memory;
    m_log->append(failure);
    end(RunFinished::Outcome::Failed,
        "Rank " + std::to_string(failure.rank) + " on " + nameOf(machineOf(failure.machine))
            + " failed: " + asSentence(failure.cause) + m_progress.newestCheckpoint());
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
        "Ended at once, as was asked for; the step in progress was lost." + m_progress.newestCheckpoint());
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
    m_result = {outcome, m_progress.step(), 0, why, {}};
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
    if (m_log)
        m_log->finish(m_result);
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
