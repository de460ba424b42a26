#include "engine/agent/agent.h"

#include "engine/agent/comingback.h"
#include "engine/agent/copies/checkpointcopies.h"
#include "engine/agent/leadership.h"
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
    explicit Agent(AgentOptions options) : m_options(std::move(options)) { }

    Result<void> begin();
    RunFinished run();

private:
    const PlannedMachine &machineOf(int number) const { return m_launch.plan.machines[std::size_t(number)]; }

    Result<void> beginAgain();
    void beReady();
    void handleSignals();
    void readRanks();
    void readPeers();
    void checkTimeouts();

    template <typename News>
    void handle(const News &news) // what matters to who coordinates alone
    {
        m_leadership->handle(news);
    }
    template <typename Loss>
    void lose(const Loss &loss)
    {
        if (m_phase != Phase::Ending)
            m_leadership->handle(loss);
    }
    void handle(const HeartbeatLost &news) { lose(news); }
    void handle(const AllHeartbeatsLost &news) { lose(news); }
    void handle(const ConnectionLost &news) { lose(news); }
    void handle(const StopOrder &) { stop(); }
    void handle(const AbortOrder &news) { giveUp(news.reason); }
    void handle(const MembershipOrder &news);
    void handle(const KeepCheckpoint &news) { m_copies.keep(news); }
    void handle(const RunOver &);

    void carryOut(const GoOn &decided);
    void carryOut(const GiveUp &decided) { giveUp(decided.why); }
    void carryOut(const StandDown &decided);
    void carryOut(const AllDone &decided);
    void carryOut(const Prepare &decided) { m_channel->takeIn(decided.machine); }
    void carryOut(const TurnAway &decided);

    void giveUp(const std::string &why);
    void giveUpWaiting(const RankFailed &failure);
    void report(const EventBody &body); // of this machine's ranks
    void tellRanks(const Membership &membership);
    void tellWhoCopies(const std::optional<KeepCheckpoint> &order);
    void stop(const std::string &why = {}, RunFinished::Outcome calledThen = RunFinished::Outcome::Stopped);
    bool isPausing() const { return m_phase == Phase::Stopping && m_stopIsCalled == RunFinished::Outcome::Paused; }
    void stopNow();
    void leave();
    void end(RunFinished::Outcome outcome, const std::string &why);
    void close();

    AgentOptions m_options;
    LaunchSpec m_launch{m_options.launch};
    SignalQueue m_signals{SignalQueue::Suspension::Queued};
    std::optional<Leadership> m_leadership;
    std::optional<ControlChannel> m_channel;
    std::optional<TelemetrySampler> m_telemetry;
    Ranks m_ranks{m_options.folder, m_launch, m_options.engine};
    CheckpointCopies m_copies{m_options.folder, m_launch};
    ComingBack m_comingBack{m_options.folder, m_launch, m_options.isBack};
    ConnectionWatch m_connections; // keeps those of the control channel ready

    Phase m_phase = Phase::Training;
    Clock::time_point m_started = Clock::now();
    bool m_ownRanksDone = false;
    RunFinished::Outcome m_stopIsCalled = RunFinished::Outcome::Stopped;
    std::string m_whyStopped; // empty: at the coordinator, as a user asked, or not at all
    RunFinished m_result;
};

Result<void> Agent::begin()
{
    if (const auto claimed = claim(m_options.folder); !claimed)
        return claimed;
    if (m_options.isBack)
        return beginAgain();
    auto leadership = Leadership::begin(m_options.folder, m_launch, m_options.observer);
    if (!leadership)
        return tl::unexpected(leadership.error());
    m_leadership.emplace(*std::move(leadership));
    auto channel = ControlChannel::open(m_launch);
    if (!channel)
        return tl::unexpected(channel.error());
    m_channel.emplace(std::move(*channel));
    beReady();
    return {};
}

// The log here is given up only once another machine has it.
Result<void> Agent::beginAgain()
{
    auto channel = ControlChannel::rejoin(m_launch, m_comingBack.knownPorts());
    if (!channel) {
        m_comingBack.add(channel.error());
        return tl::unexpected<Error>(channel.error());
    }
    m_channel.emplace(std::move(*channel));
    m_leadership.emplace(Leadership::under(m_channel->leader(), m_options.folder, m_launch, m_options.observer));
    beReady();
    return {};
}

void Agent::beReady()
{
    m_leadership->connect(*m_channel);
    m_telemetry.emplace(m_launch.machine, machineOf(m_launch.machine).address);
    if (m_options.ready)
        m_options.ready({getpid(), machineOf(m_channel->leader()).address, m_channel->port()});
    if (m_options.startsAfterRestart && m_launch.plan.machines.size() > 1)
        m_leadership->report(m_comingBack.startAfterRestart(m_options.engine));
}

RunFinished Agent::run()
{
    for (const RankFailed &failure : m_ranks.start(*m_channel, m_options.isBack, m_options.started))
        m_leadership->report(failure);
    m_telemetry->watch(m_ranks.processes());
    while (m_phase != Phase::Over) {
        m_ranks.wait(m_signals.descriptor());
        m_leadership->look();
        handleSignals();
        readRanks();
        readPeers();
        checkTimeouts();
        m_comingBack.keepPorts(m_channel->ports());
    }
    close();
    return m_result;
}

void Agent::handleSignals()
{
    using Order = SignalQueue::Order;
    for (const auto order : m_signals.drain()) {
        if (order == Order::Suspend)
            m_ranks.suspendWithAgent();
        else if (order == Order::SaveCheckpoint) // what one rank hears all do; 0 is no signal
            m_ranks.signal(m_phase == Phase::Training ? SIGUSR1 : 0);
        else if (order == Order::Pause)
            stop({}, RunFinished::Outcome::Paused);
        else if (order == Order::Stop && isPausing()) // no second stop: it ends at the same step
            m_stopIsCalled = RunFinished::Outcome::Stopped;
        else if (order == Order::ShutDown && m_phase == Phase::Training && m_comingBack.mayLeave())
            leave();
        else if (order == Order::StopNow || m_phase != Phase::Training)
            stopNow();
        else
            stop(whyStopped(order, machineOf(m_launch.machine), m_leadership->isHere()));
    }
}

void Agent::readRanks()
{
    for (const auto &event : m_ranks.drainEvents())
        report(event);
    for (const auto &failure : m_ranks.drainFailures()) {
        m_comingBack.add(failure);
        if (m_leadership->isWaiting())
            giveUpWaiting(failure);
        else if (m_phase != Phase::Ending)
            m_leadership->report(failure);
    }
    m_leadership->report(m_ranks.statuses());
    if (m_ownRanksDone || !m_ranks.allDone())
        return;
    m_ownRanksDone = true;
    RunFinished own = m_ranks.outcome();
    if (own.outcome == RunFinished::Outcome::Stopped)
        own = {m_stopIsCalled, own.step, own.seconds, m_whyStopped, own.model};
    if (!m_leadership->isHere()) // the coordinator decides from the outcomes of all machines
        m_result = own;
    m_leadership->report(own);
}

// The run has failed, or goes on without this machine, which is no longer one of its members then.
void Agent::giveUp(const std::string &why)
{
    m_comingBack.endWithTheRun();
    end(RunFinished::Outcome::Failed, why);
}

// The others have not counted on it.
void Agent::giveUpWaiting(const RankFailed &failure)
{
    const std::string why = describe(failure, m_launch.plan);
    if (m_phase != Phase::Ending)
        m_leadership->report(Warning{m_launch.machine,
            why + " So " + nameOf(machineOf(m_launch.machine)) + " does not take part again. The run goes on."});
    end(RunFinished::Outcome::Failed, why);
}

void Agent::readPeers()
{
    const auto received = m_channel->receive();
    // This process may have been stopped since the last look: what came as it ran on again is known as such.
    m_leadership->look();
    for (const auto &item : received)
        if (m_phase != Phase::Over)
            std::visit([this](const auto &news) { handle(news); }, item);
    if (auto sample = m_telemetry->pop(); sample && m_phase != Phase::Over)
        m_leadership->report(*sample);
    for (const EventBody &news : m_copies.drainNews())
        m_leadership->report(news);
}

void Agent::checkTimeouts()
{
    m_connections.unreachable(); // what the connections say is not used; they are kept ready
    m_leadership->deliver();
    if (m_phase == Phase::Training || m_phase == Phase::Stopping)
        if (const auto decided = m_leadership->decide())
            std::visit([this](const auto &decision) { carryOut(decision); }, *decided);
    if (m_phase == Phase::Ending && !m_ranks.anyRunning())
        m_phase = Phase::Over;
}

void Agent::carryOut(const GoOn &decided)
{
    m_comingBack.setMembers(decided.members);
    m_channel->order({MembershipOrder{decided.members}});
    for (const auto &[machine, why] : decided.leftOut)
        m_channel->leaveOut(machine, why);
    tellRanks(decided.members);
}

void Agent::carryOut(const StandDown &decided)
{
    if (decided.handsOver)
        m_leadership->handOver(*decided.handsOver);
    else
        m_leadership->standDown();
    end(RunFinished::Outcome::Failed, decided.why);
}

void Agent::carryOut(const AllDone &decided)
{
    m_result = decided.result;
    m_phase = Phase::Over;
}

// The run may change more than once before this machine is in it.
void Agent::handle(const MembershipOrder &news)
{
    m_comingBack.setMembers(news.membership);
    if (m_leadership->isWaiting() && !m_comingBack.isMember())
        return;
    m_leadership->handle(news);
    tellRanks(news.membership);
}

void Agent::handle(const RunOver &)
{
    if (m_leadership->isWaiting())
        return end(RunFinished::Outcome::Failed, "The run has ended before this machine took part again.");
    m_phase = Phase::Over;
}

void Agent::carryOut(const TurnAway &decided)
{
    m_channel->turnAway(decided.machine, decided.why);
    if (decided.wasWelcome)
        m_channel->leaveOut(decided.machine, decided.why);
}

// A rank that writes checkpoints is on the machine that leads.
void Agent::report(const EventBody &body)
{
    m_leadership->report(body);
    const auto *saved = std::get_if<CheckpointSaved>(&body);
    if (saved && m_leadership->isHere())
        tellWhoCopies(m_copies.saved(saved->step));
}

void Agent::tellWhoCopies(const std::optional<KeepCheckpoint> &order)
{
    if (order && m_leadership->isHere())
        m_channel->order({*order});
}

void Agent::tellRanks(const Membership &membership)
{
    const auto order = m_copies.setMembers(membership); // before a rank of this machine may begin to write checkpoints
    for (const int rank : m_ranks.keep(membership))
        m_channel->tellRank(rank, toLine(membership));
    m_telemetry->watch(m_ranks.processes());
    tellWhoCopies(order);
}

void Agent::stop(const std::string &why, RunFinished::Outcome calledThen)
{
    if (m_phase != Phase::Training)
        return;
    if (m_leadership->isWaiting())
        return end(RunFinished::Outcome::Stopped, "This machine has not taken part again.");
    m_leadership->takeNobodyIn();
    m_phase = Phase::Stopping;
    m_whyStopped = why;
    m_stopIsCalled = calledThen;
    m_ranks.signal(SIGTERM);
    if (m_leadership->isHere())
        m_channel->order({StopOrder{}});
}

void Agent::stopNow()
{
    if (m_phase == Phase::Ending || m_phase == Phase::Over)
        return;
    end(RunFinished::Outcome::Stopped,
        "Ended at once, as was asked for; the step in progress was lost."
            + m_leadership->progress().newestCheckpoint());
}

// The machine shuts down. The others go on, and it takes part again once it is back.
void Agent::leave()
{
    const std::string why = whyLeft(machineOf(m_launch.machine));
    m_leadership->leave(failureOf(m_launch.plan, m_launch.machine, why, RankFailed::Kind::Killed));
    end(RunFinished::Outcome::Failed, why);
}

void Agent::end(RunFinished::Outcome outcome, const std::string &why)
{
    if (m_phase == Phase::Ending)
        return;
    m_phase = Phase::Ending;
    m_result = {outcome, m_leadership->progress().step(), 0, why, {}};
    m_ranks.signal(SIGKILL);
    if (m_leadership->isHere())
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
    m_leadership->finish(m_result);
    if (!m_leadership->isHere() && m_ownRanksDone && m_result.outcome == RunFinished::Outcome::Completed)
        m_copies.removeAll();
    m_telemetry.reset();
    m_channel.reset();
    m_comingBack.close(m_result.outcome);
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
