#include "engine/agent/comingback.h"

#include "engine/agent/whyended.h"
#include "engine/base/textfile.h"
#include "engine/plan/balance/statemirrors.h"
#include "engine/protocol/controlline.h"
#include "engine/run/bootentry.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace motley {

namespace {

using Kind = RankFailed::Kind;

// Between two times that an agent writes into the run's folder, by which `gc` knows when it was lost.
constexpr std::chrono::minutes signInterval{10};

bool mayGoWellAgain(const RankFailed &failure)
{
    const Kind kind = failure.kind.value_or(Kind::Hung);
    return kind == Kind::PeerLost || kind == Kind::Killed || kind == Kind::Hung;
}

} // namespace

ComingBack::ComingBack(RunFolder folder, const LaunchSpec &launch, bool isBack)
    : m_folder(std::move(folder)), m_launch(launch)
{
    if (!isBack)
        setMembers(everyRankOf(launch.plan));
}

std::vector<int> ComingBack::knownPorts() const
{
    const auto known = readTextFile(m_folder.ports(), longestEventLine).and_then(parseControlLine);
    const auto *roster = known ? std::get_if<Roster>(&known->body) : nullptr;
    return roster ? roster->ports : std::vector<int>();
}

void ComingBack::keepPorts(std::vector<int> ports)
{
    if (m_launch.plan.machines.size() == 1)
        return;
    if (ports == m_ports && RunClock::now() - m_portsKept < signInterval)
        return;
    m_portsKept = RunClock::now();
    m_ports = std::move(ports);
    (void)writeTextFile(m_folder.ports(), toLine(ControlLine{Roster{m_ports}}) + "\n"); // best effort
}

EventBody ComingBack::startAfterRestart(const std::string &engine)
{
    const auto entry = writeBootEntry(m_folder, engine);
    const std::string name = nameOf(m_launch.plan.machines[std::size_t(m_launch.machine)]);
    if (!entry)
        return Warning{
            m_launch.machine, name + " does not take part again by itself after a restart. " + entry.error().message};
    return Note{m_launch.machine,
        "After a restart " + name + " takes part again by itself, by " + *entry + ", until the run is over or "
            + std::to_string(daysUntilGivenUp) + " days have passed."};
}

void ComingBack::setMembers(const Membership &membership)
{
    m_machines = machinesInOrder(membership);
}

bool ComingBack::isMember() const
{
    return std::find(m_machines.begin(), m_machines.end(), m_launch.machine) != m_machines.end();
}

bool ComingBack::mayLeave() const
{
    return hasBootEntry(m_folder) && (!isMember() || m_machines.size() > 1)
        && !holdsOnce(everyRankOf(m_launch.plan), m_launch.job.memory);
}

void ComingBack::add(const NoLeader &problem)
{
    if (problem.isOver)
        close(RunFinished::Outcome::Stopped);
}

void ComingBack::add(const RankFailed &failure)
{
    m_isForGood = m_isForGood || !mayGoWellAgain(failure);
}

void ComingBack::endWithTheRun()
{
    m_isForGood = m_isForGood || isMember();
}

void ComingBack::close(RunFinished::Outcome outcome) const
{
    if ((m_isForGood || outcome != RunFinished::Outcome::Failed) && hasBootEntry(m_folder))
        (void)removeBootEntry(m_folder); // what stays removes itself after the next restart
}

} // namespace motley
