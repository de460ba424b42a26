#include "engine/agent/overduestep.h"

#include <algorithm>
#include <vector>

namespace motley {

namespace {

constexpr double leastSeconds = 6; // below what the window calls long, which is then known
constexpr double stepsOfSilence = 4;
constexpr double pauseSeconds = 5; // between two reasons
constexpr double silentSeconds = 3; // without a heartbeat, of which two come in a second

struct Waited {
    int machine;
    RankPhase phase;
    bool isSilent;
};

std::optional<Waited> waitedFor(const RankWatch &watch, const Plan &plan, const OverdueStep::Silence &silence)
{
    std::vector<double> silences;
    for (int machine = 0; machine < int(plan.machines.size()); ++machine)
        silences.push_back(silence(machine));
    const auto ranks = watch.waitedFor();
    const auto machineOf = [&](const RankStatus &rank) { return plan.ranks[std::size_t(rank.rank)].machine; };
    const auto silent = std::max_element(silences.begin(), silences.end());
    if (silent != silences.end() && *silent > silentSeconds) {
        const int machine = int(silent - silences.begin());
        const auto own = std::find_if(
            ranks.begin(), ranks.end(), [&](const RankStatus &rank) { return machineOf(rank) == machine; });
        return Waited{machine, own == ranks.end() ? RankPhase::Training : own->phase, true};
    }
    if (ranks.empty())
        return std::nullopt;
    const int machine = machineOf(ranks.front());
    const bool isOne
        = std::all_of(ranks.begin(), ranks.end(), [&](const RankStatus &rank) { return machineOf(rank) == machine; });
    return isOne ? std::optional(Waited{machine, ranks.front().phase, false}) : std::nullopt;
}

} // namespace

void OverdueStep::add(const EventBody &body)
{
    const auto *step = std::get_if<StepDone>(&body);
    if (!step && !std::holds_alternative<MembershipChanged>(body) && !std::holds_alternative<GenerationFormed>(body))
        return;
    if (step)
        m_step = *step;
    m_since.restart();
    m_said.reset();
}

std::optional<StepOverdue> OverdueStep::check(
    const RankWatch &watch, const Plan &plan, const Silence &silence, HeartbeatTimer::Clock::time_point now)
{
    const double seconds = m_since.seconds(now);
    if (m_step.step == 0 || seconds < std::max(leastSeconds, stepsOfSilence * m_step.seconds))
        return std::nullopt;
    const auto waited = waitedFor(watch, plan, silence);
    if (!waited || (m_said && seconds < m_said->seconds + pauseSeconds))
        return std::nullopt;
    const StepOverdue overdue{m_step.step, seconds, waited->machine, waited->phase, waited->isSilent};
    if (m_said && m_said->machine == overdue.machine && m_said->phase == overdue.phase
        && m_said->isSilent == overdue.isSilent)
        return std::nullopt;
    m_said = overdue;
    return overdue;
}

} // namespace motley
