#include "engine/bench/goodput/goodput.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace motley {

namespace {

constexpr double settleSeconds = 3; // after a change of who trains, until steps are as usual

template <typename Body>
std::vector<std::pair<double, Body>> all(const std::vector<Event> &events)
{
    std::vector<std::pair<double, Body>> found;
    for (const Event &event : events)
        if (const auto *body = std::get_if<Body>(&event.body))
            found.emplace_back(event.time, *body);
    return found;
}

// Samples that a run had trained by a time; those of a step are spread over the time since the step before.
class Progress {
public:
    explicit Progress(const std::vector<Event> &events)
    {
        double samples = 0;
        for (const auto &[time, step] : all<StepDone>(events))
            m_points.emplace_back(time, samples += double(step.samples));
    }

    double between(double from, double to) const { return to > from ? at(to) - at(from) : 0; }

private:
    double at(double time) const
    {
        const auto next = std::upper_bound(m_points.begin(), m_points.end(), time,
            [](double wanted, const auto &point) { return wanted < point.first; });
        if (next == m_points.begin())
            return 0;
        const auto before = std::prev(next);
        if (next == m_points.end())
            return before->second;
        return before->second
            + (next->second - before->second) * (time - before->first) / (next->first - before->first);
    }

    std::vector<std::pair<double, double>> m_points;
};

struct Stretch {
    double from = 0;
    double to = 0;
};

// The first time of an event of this kind after `since`; negative: there is none before `until`.
template <typename Body, typename Is>
double firstAfter(const std::vector<Event> &events, double since, double until, const Is &is)
{
    for (const auto &[time, body] : all<Body>(events))
        if (time > since && time < until && is(body))
            return time;
    return -1;
}

// The stretches of time in which as many machines train as are there, and have done so for a while.
struct Settled {
    std::vector<Stretch> whole; // later than the first kill
    std::vector<Stretch> away;
};

Settled settledOf(const GoodputRecord &record)
{
    Settled settled;
    const auto formed = [](const GenerationFormed &) { return true; };
    const auto addTo = [](std::vector<Stretch> &stretches, double began, double ended) {
        if (began > 0 && ended > began + settleSeconds)
            stretches.push_back({began + settleSeconds, ended});
    };
    for (std::size_t i = 0; i < record.absences.size(); ++i) {
        const Absence &absence = record.absences[i];
        const double next = i + 1 < record.absences.size() ? record.absences[i + 1].from : record.ended;
        addTo(
            settled.away, firstAfter<GenerationFormed>(record.disturbed, absence.from, absence.to, formed), absence.to);
        const double came = firstAfter<MembershipChanged>(record.disturbed, absence.to, next,
            [](const MembershipChanged &changed) { return changed.came.has_value(); });
        if (came > 0)
            addTo(settled.whole, firstAfter<GenerationFormed>(record.disturbed, came, next, formed), next);
    }
    return settled;
}

double ratioIn(const std::vector<Stretch> &stretches, const Progress &disturbed, const Progress &quiet)
{
    double here = 0;
    double there = 0;
    for (const Stretch &stretch : stretches) {
        here += disturbed.between(stretch.from, stretch.to);
        there += quiet.between(stretch.from, stretch.to);
    }
    return there > 0 ? here / there : 0;
}

void countPossible(const GoodputRecord &record, Goodput &result)
{
    const Progress disturbed(record.disturbed);
    const Progress quiet(record.quiet);
    const Settled settled = settledOf(record);
    const double firstKill = record.absences.empty() ? record.ended : record.absences.front().from;
    result.quietRatio = ratioIn({{record.began, firstKill}}, disturbed, quiet);
    result.quietRatioAgain = ratioIn(settled.whole, disturbed, quiet);
    const double ratio = std::max(result.quietRatio, result.quietRatioAgain);
    const double byNumber = double(record.machines - 1) / record.machines;
    const double bySpeed = ratio > 0 ? ratioIn(settled.away, disturbed, quiet) / ratio : 0;
    result.awayRatio = std::max(byNumber, bySpeed);
    double there = quiet.between(record.began, record.ended);
    for (const Absence &absence : record.absences)
        there -= (1 - result.awayRatio) * quiet.between(absence.from, absence.to);
    result.samples = disturbed.between(record.began, record.ended);
    result.possible = ratio * there;
}

void compareSteps(const GoodputRecord &record, Goodput &result)
{
    std::map<std::int64_t, StepDone> quiet;
    for (auto &[time, step] : all<StepDone>(record.quiet))
        quiet.emplace(step.step, step);
    std::map<std::int64_t, int> reported;
    std::int64_t last = 0;
    for (const auto &[time, step] : all<StepDone>(record.disturbed)) {
        const auto same = quiet.find(step.step);
        if (same == quiet.end())
            continue;
        ++reported[step.step];
        result.stepsLost += step.sampleHash != same->second.sampleHash;
        result.largestGap = std::max(result.largestGap, std::abs(step.loss / same->second.loss - 1));
        if (step.step <= last)
            continue;
        last = step.step;
        result.loss = step.loss;
        result.quietLoss = same->second.loss;
    }
    for (std::int64_t step = 1; step <= last; ++step)
        result.stepsLost += reported[step] != 1;
    result.steps = last;
}

int machineOf(const std::vector<PlanChosen> &plans, int rank)
{
    return plans.empty() || std::size_t(rank) >= plans.front().plan.ranks.size()
        ? -1
        : plans.front().plan.ranks[std::size_t(rank)].machine;
}

void addRows(const GoodputRecord &record, Goodput &result)
{
    std::vector<PlanChosen> plans;
    for (const auto &[time, plan] : all<PlanChosen>(record.disturbed))
        plans.push_back(plan);
    const auto changes = all<MembershipChanged>(record.disturbed);
    for (const auto &[time, changed] : changes) {
        std::set<int> lost;
        for (const RankFailed &rank : changed.lost)
            lost.insert(rank.machine);
        result.lost += int(lost.size());
        result.came += changed.came ? int(changed.came->size()) : 0;
    }
    for (const Absence &absence : record.absences) {
        GoodputRow row{absence.machine, false, absence.from - record.began, absence.to - absence.from};
        int leader = machineOf(plans, 0);
        double came = -1;
        for (const auto &[time, changed] : changes) {
            if (time < absence.from && !changed.ranks.empty())
                leader = machineOf(plans, changed.ranks.front());
            if (time > absence.to && came < 0 && changed.came
                && std::count(changed.came->begin(), changed.came->end(), absence.machine) > 0)
                came = time;
        }
        row.coordinated = leader == absence.machine;
        const auto any = [](const auto &) { return true; };
        const double formed = firstAfter<GenerationFormed>(record.disturbed, absence.from, record.ended, any);
        if (formed > 0)
            row.nextStep = firstAfter<StepDone>(record.disturbed, formed, record.ended, any) - absence.from;
        if (came > 0)
            row.back = firstAfter<GenerationFormed>(record.disturbed, came, record.ended, any) - absence.to;
        result.rows.push_back(row);
    }
}

} // namespace

double Goodput::lossGap() const
{
    return quietLoss != 0 ? std::abs(loss / quietLoss - 1) : 0;
}

Goodput goodputOf(const GoodputRecord &record)
{
    Goodput result;
    countPossible(record, result);
    compareSteps(record, result);
    addRows(record, result);
    return result;
}

} // namespace motley
