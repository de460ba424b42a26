#include "remote/history/runprofile.h"

#include "engine/statistics/mean.h"
#include "engine/statistics/median.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t fewestSteps = 20;
constexpr std::size_t mostSteps = 500;
constexpr std::int64_t fewestBytes = 16 << 20; // of a checkpoint whose time says something about the disk

} // namespace

void RunProfile::add(const Event &event)
{
    if (const auto *chosen = std::get_if<PlanChosen>(&event.body)) {
        m_plan = chosen->plan;
        m_ratios.assign(m_plan.ranks.size(), {});
    }
    if (const auto *changed = std::get_if<MembershipChanged>(&event.body))
        leaveOutAround(changed->step);
    const auto *done = std::get_if<StepDone>(&event.body);
    if (done && done->noiseScale)
        m_noiseScale = done->noiseScale;
    if (done && m_firstStepTime == 0)
        m_firstStepTime = event.time - done->seconds;
    if (const auto *saved = std::get_if<CheckpointSaved>(&event.body)) {
        m_checkpointBytes = saved->bytes;
        m_checkpointSeconds.push_back(saved->seconds);
    }
    if (const auto *finished = std::get_if<RunFinished>(&event.body))
        m_agentTime = event.time - finished->seconds;
    if (!done || done->step <= m_leftOutUntil)
        return;
    for (const RankStep &step : done->ranks) {
        if (step.rank < 0 || std::size_t(step.rank) >= m_ratios.size())
            continue;
        const PlannedRank &rank = m_plan.ranks[std::size_t(step.rank)];
        std::deque<Ratio> &ratios = m_ratios[std::size_t(step.rank)];
        if (rank.secondsPerUnit <= 0 || step.units <= 0)
            continue;
        ratios.push_back({done->step, step.ownSeconds() / (rank.fixedSeconds + rank.secondsPerUnit * step.units)});
        if (ratios.size() > mostSteps)
            ratios.pop_front();
    }
}

// A machine may be slow before it is lost, and the others are while they connect and begin anew.
void RunProfile::leaveOutAround(std::int64_t step)
{
    m_leftOutUntil = std::max(m_leftOutUntil, step + warmUpSteps);
    for (std::deque<Ratio> &ratios : m_ratios)
        while (!ratios.empty() && ratios.back().step > step - warmUpSteps)
            ratios.pop_back();
}

// All machines start at once, and the first one writes the checkpoints.
MachineRecord RunProfile::seenOf(std::size_t machine) const
{
    MachineRecord seen;
    if (m_agentTime > 0 && m_firstStepTime > m_agentTime)
        seen.startingSeconds = m_firstStepTime - m_agentTime;
    if (machine > 0 || m_checkpointSeconds.empty())
        return seen;
    seen.checkpointSeconds = median(m_checkpointSeconds);
    if (m_checkpointBytes >= fewestBytes && *seen.checkpointSeconds > 0)
        seen.checkpointBytesPerSecond = double(m_checkpointBytes) / *seen.checkpointSeconds;
    return seen;
}

// Ranks that share a processor have one speed in the book, which the first of them corrects.
void RunProfile::storeIn(const ProfileStore &book, const JobSpec &job) const
{
    // Errors are dropped: what cannot be written is measured again in the next run.
    if (m_noiseScale)
        (void)book.storeNoise(job, *m_noiseScale);
    for (std::size_t i = 0; i < m_plan.machines.size(); ++i)
        (void)book.storeRecord(job, QString::fromStdString(m_plan.machines[i].name), seenOf(i));
    for (std::size_t i = 0; i < m_ratios.size(); ++i) {
        const PlannedRank &rank = m_plan.ranks[i];
        const bool isFirst = std::none_of(m_plan.ranks.begin(), m_plan.ranks.begin() + std::ptrdiff_t(i),
            [&](const PlannedRank &other) { return other.machine == rank.machine && other.device == rank.device; });
        if (!isFirst || m_ratios[i].size() < fewestSteps)
            continue;
        const auto &machine = m_plan.machineOf(rank);
        std::vector<double> ratios;
        for (const Ratio &ratio : m_ratios[i])
            ratios.push_back(ratio.ofPlanned);
        (void)book.learn(
            job, {QString::fromStdString(machine.name), rank.device, rank.threads}, mean(winsorized(ratios)));
    }
}

} // namespace motley
