#include "tests/engine/agent/faults/struckrun.h"

#include "tests/engine/agent/faults/history.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QFile>
#include <QScopeGuard>
#include <QTest>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t fewest = 3; // machines that train when one is lost, so that those that are left are most of them
constexpr int goOnLimit = 180000; // milliseconds until it trains on, on a busy computer
constexpr double quotaPeriod = 10; // milliseconds: short enough to act as a slower processor
constexpr int endLimit = 30000; // milliseconds until no process is left

// The newest of what a machine has logged, by the end of its file: a log is read often, and grows.
struct Newest {
    std::int64_t sequence = 0;
    std::int64_t step = 0;
};

Newest newestIn(const RunFolder &folder)
{
    constexpr std::streamoff tail = 1 << 16;
    std::ifstream log(folder.events(), std::ios::ate);
    const std::streamoff size = log ? std::streamoff(log.tellg()) : 0;
    log.seekg(std::max<std::streamoff>(0, size - tail));
    Newest newest;
    for (std::string line; std::getline(log, line) && !log.eof();)
        if (const auto event = parseEvent(line)) {
            newest.sequence = event->sequence;
            if (const auto *step = std::get_if<StepDone>(&event->body))
                newest.step = step->step;
        }
    return newest;
}

int agentProcess(const LoopbackRun &run, int machine)
{
    const auto agent = agentOf(run.folder(machine));
    return agent && livenessOf(*agent) == Liveness::Alive ? agent->pid : 0;
}

} // namespace

const char *nameOf(Blow blow)
{
    switch (blow) {
    case Blow::KillRank:
        return "kill the rank of machine";
    case Blow::KillAgent:
        return "kill the agent of machine";
    case Blow::KillLeader:
        return "kill the leader, machine";
    case Blow::FreezeMachine:
        return "freeze and thaw machine";
    case Blow::PauseRank:
        return "pause the rank of machine";
    case Blow::PauseAgent:
        return "pause the agent of machine";
    case Blow::PauseMachine:
        return "pause machine";
    case Blow::CutRanks:
        return "cut all ranks for a moment, not only of machine";
    case Blow::Rejoin:
        return "start again machine";
    }
    return "";
}

StruckRun::StruckRun(int machines, std::vector<double> speeds)
    : m_machines(machines), m_speeds(std::move(speeds)), m_run(machines)
{
    m_run.job().maxSteps = 1000000; // it is stopped
    m_run.job().batch = 120; // so that three and four machines have whole shares
    m_run.job().checkpoint.everySteps = 50;
    std::get<ImageSpec>(m_run.job().task).model.width = 16;
    for (int machine = 0; machine < machines; ++machine)
        m_training.insert(machine);
}

QString StruckRun::cutFile() const
{
    return m_files.filePath(QStringLiteral("cut"));
}

QString StruckRun::start()
{
    qputenv("LD_PRELOAD", MOTLEY_CUT_NETWORK);
    qputenv("MOTLEY_CUT", cutFile().toUtf8());
    const auto clear = qScopeGuard([] {
        qunsetenv("LD_PRELOAD");
        qunsetenv("MOTLEY_CUT");
    });
    if (!m_run.start())
        return QStringLiteral("It does not start: ") + QString::fromUtf8(m_run.errors());
    for (int machine = 0; machine < m_machines; ++machine)
        if (const QString problem = slowDown(machine); !problem.isEmpty())
            return problem;
    return goesOn() ? QString() : QStringLiteral("It does not begin to train.");
}

// Its agent and ranks, and what they start.
QString StruckRun::slowDown(int machine)
{
    if (m_speeds.empty())
        return {};
    if (std::size_t(machine) == m_quotas.size()) {
        const std::string name = "motley-struck-" + std::to_string(getpid()) + "-" + std::to_string(machine);
        auto quota = CpuQuota::make(name, m_speeds[std::size_t(machine)], quotaPeriod);
        if (!quota)
            return QString::fromStdString(quota.error().message);
        m_quotas.push_back(*std::move(quota));
    }
    if (!QTest::qWaitFor([&] { return m_run.rankProcess(machine) > 0; }, goOnLimit))
        return QStringLiteral("Machine %1 has no rank.").arg(machine + 1);
    for (const int process : {agentProcess(m_run, machine), m_run.rankProcess(machine)})
        if (const auto added = process > 0 ? m_quotas[std::size_t(machine)].add(process) : Result<void>(); !added)
            return QString::fromStdString(added.error().message);
    return {};
}

int StruckRun::victimOf(Blow blow, int machine) const
{
    const bool isLost
        = blow == Blow::KillRank || blow == Blow::KillAgent || blow == Blow::KillLeader || blow == Blow::FreezeMachine;
    if (isLost && m_training.size() < fewest)
        return -1;
    const int first = leader();
    if (blow == Blow::KillLeader)
        return first;
    for (int i = 0; i < m_machines; ++i) {
        const int candidate = (machine + i) % m_machines;
        const bool trains = m_training.count(candidate) > 0;
        if (trains == (blow != Blow::Rejoin) && !(blow == Blow::KillRank && candidate == first))
            return candidate;
    }
    return -1;
}

QString StruckRun::strike(Blow blow, int machine, int moment)
{
    switch (blow) {
    case Blow::KillRank:
        signalTo(machine, false, true, SIGKILL);
        break;
    case Blow::KillAgent:
    case Blow::KillLeader:
        signalTo(machine, true, false, SIGKILL);
        break;
    case Blow::FreezeMachine: {
        signalTo(machine, true, true, SIGSTOP);
        const QString problem = lose(machine);
        signalTo(machine, true, true, SIGCONT);
        return problem.isEmpty() ? hasEnded(machine) : problem;
    }
    case Blow::PauseRank:
        return pause(machine, false, true, moment);
    case Blow::PauseAgent:
        return pause(machine, true, false, moment);
    case Blow::PauseMachine:
        return pause(machine, true, true, moment);
    case Blow::CutRanks: {
        QFile cut(cutFile());
        if (!cut.open(QIODevice::WriteOnly))
            return QStringLiteral("The ranks cannot be cut.");
        QTest::qWait(moment);
        cut.remove();
        return {};
    }
    case Blow::Rejoin:
        return rejoin(machine);
    }
    const QString problem = lose(machine);
    return problem.isEmpty() ? hasEnded(machine) : problem;
}

bool StruckRun::goesOn() const
{
    const std::int64_t from = newestStep();
    return QTest::qWaitFor([&] { return newestStep() > from + 3; }, goOnLimit);
}

QString StruckRun::end()
{
    const int first = leader();
    if (runEngine({QStringLiteral("stop"), path(m_run.folder(first))}).exitCode != 0)
        return QStringLiteral("It does not stop.");
    if (!QTest::qWaitFor([&] { return m_run.processes().empty(); }, endLimit))
        return QStringLiteral("Processes are left after the end.");
    const auto finished = m_run.all<RunFinished>(first);
    if (finished.empty() || finished.back().outcome != RunFinished::Outcome::Stopped)
        return QStringLiteral("It did not end as it was told: ")
            + (finished.empty() ? QString() : QString::fromStdString(finished.back().message));
    const auto saved = m_run.all<CheckpointSaved>(first);
    if (saved.empty() || saved.back().step != finished.back().step)
        return QStringLiteral("There is no checkpoint of the last step.");
    for (const MembershipChanged &changed : m_run.all<MembershipChanged>(first))
        for (const RankFailed &lost : changed.lost)
            if (m_hit.count(lost.machine) == 0)
                return QStringLiteral("Machine %1 is said to be lost: ").arg(lost.machine + 1)
                    + QString::fromStdString(lost.cause);
    return m_run.brokenInvariants();
}

int StruckRun::leader() const
{
    int first = 0;
    std::int64_t newest = 0;
    for (int machine = 0; machine < m_machines; ++machine)
        if (const auto sequence = newestIn(m_run.folder(machine)).sequence; sequence > newest) {
            newest = sequence;
            first = machine;
        }
    const auto changes = m_run.all<MembershipChanged>(first);
    return changes.empty() ? 0 : changes.back().ranks.front();
}

std::int64_t StruckRun::newestStep() const
{
    std::int64_t step = 0;
    for (int machine = 0; machine < m_machines; ++machine)
        step = std::max(step, newestIn(m_run.folder(machine)).step);
    return step;
}

std::vector<std::string> StruckRun::causes() const
{
    std::vector<std::string> causes;
    for (const MembershipChanged &changed : m_run.all<MembershipChanged>(leader()))
        for (const RankFailed &lost : changed.lost)
            causes.push_back(lost.cause);
    return causes;
}

// Who trains, as the log of the run has it.
std::set<int> StruckRun::logged() const
{
    Logs logs;
    std::set<int> ranks;
    for (int machine = 0; machine < m_machines; ++machine) {
        logs.push_back(m_run.events(machine));
        ranks.insert(machine);
    }
    for (const Event &event : leadingLog(logs))
        if (const auto *changed = std::get_if<MembershipChanged>(&event.body))
            ranks = {changed->ranks.begin(), changed->ranks.end()};
    return ranks;
}

QString StruckRun::lose(int machine)
{
    m_training.erase(machine);
    m_hit.insert(machine);
    if (!QTest::qWaitFor([&] { return logged() == m_training; }, goOnLimit))
        return QStringLiteral("Machine %1 is not the one that is lost.").arg(machine + 1);
    return {};
}

QString StruckRun::hasEnded(int machine) const
{
    if (!QTest::qWaitFor([&] { return agentProcess(m_run, machine) == 0; }, goOnLimit))
        return QStringLiteral("The agent of machine %1 lives on.").arg(machine + 1);
    return {};
}

QString StruckRun::rejoin(int machine)
{
    const auto answer = m_run.rejoin(machine);
    if (answer.exitCode != 0)
        return QStringLiteral("Machine %1 may not come back: ").arg(machine + 1) + QString::fromUtf8(answer.errors);
    if (const QString problem = slowDown(machine); !problem.isEmpty())
        return problem;
    m_training.insert(machine);
    if (!QTest::qWaitFor([&] { return logged() == m_training; }, goOnLimit))
        return QStringLiteral("Machine %1 does not take part again.").arg(machine + 1);
    return {};
}

void StruckRun::signalTo(int machine, bool agent, bool rank, int number) const
{
    if (const int process = rank ? m_run.rankProcess(machine) : 0; process > 0)
        kill(process, number);
    if (const int process = agent ? agentProcess(m_run, machine) : 0; process > 0)
        kill(process, number);
}

QString StruckRun::pause(int machine, bool agent, bool rank, int moment) const
{
    signalTo(machine, agent, rank, SIGSTOP);
    QTest::qWait(moment);
    signalTo(machine, agent, rank, SIGCONT);
    return {};
}

} // namespace motley
