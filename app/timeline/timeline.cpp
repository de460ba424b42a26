#include "app/timeline/timeline.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

// The least of 1, 2, 5, 10, 20, 50, ... that is not less.
std::int64_t roundNumber(double least)
{
    std::int64_t power = 1;
    for (;; power *= 10)
        for (const std::int64_t number : {power, 2 * power, 5 * power})
            if (static_cast<double>(number) >= least)
                return number;
}

std::size_t indexFrom(const std::vector<double> &steps, double number)
{
    return static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), number) - steps.begin());
}

std::optional<TimelineMark::Kind> kindOf(const LogLine &line)
{
    using Kind = TimelineMark::Kind;
    if (line.gain || line.leftOut > 0)
        return std::nullopt;
    if (std::holds_alternative<RankFailed>(line.body))
        return Kind::Failure;
    if (std::holds_alternative<MembershipChanged>(line.body))
        return Kind::Membership;
    if (std::holds_alternative<Slowdown>(line.body) || std::holds_alternative<Warning>(line.body)
        || std::holds_alternative<StepOverdue>(line.body))
        return Kind::Finding;
    if (std::holds_alternative<SharesChanged>(line.body))
        return Kind::Shares;
    if (std::holds_alternative<Evaluation>(line.body))
        return Kind::Test;
    if (std::holds_alternative<CheckpointSaved>(line.body))
        return Kind::Checkpoint;
    return std::nullopt;
}

// Where the event does not say it, the newest step of its time.
double stepOf(const LogLine &line, const MetricSeries &series)
{
    return std::visit(
        [&](const auto &event) -> double {
            if constexpr (requires { event.step; })
                return static_cast<double>(event.step);
            const auto &times = series.stepTimes();
            const auto after = std::upper_bound(times.begin(), times.end(), line.time) - times.begin();
            return series.steps()[static_cast<std::size_t>(std::max<std::ptrdiff_t>(after, 1) - 1)];
        },
        line.body);
}

} // namespace

TimelineColumns timelineColumns(const std::vector<double> &steps, double from, double to, int most)
{
    TimelineColumns columns;
    if (steps.empty() || to < from || most < 1)
        return columns;
    columns.stepsEach = roundNumber((to - from + 1) / most);
    const auto each = static_cast<double>(columns.stepsEach);
    const auto startOf = [&](double step) { return std::floor((step - 1) / each) * each + 1; };
    if ((startOf(to) - startOf(from)) / each + 1 > most) // the first and the last are cut
        columns.stepsEach = roundNumber(each + 1);
    const auto width = static_cast<double>(columns.stepsEach);
    const double first = std::floor((from - 1) / width) * width + 1;
    for (double start = first; start <= to; start += width) {
        const StepRange range{indexFrom(steps, start), indexFrom(steps, start + width), start};
        if (range.from < range.to)
            columns.ranges.push_back(range);
    }
    return columns;
}

double TimelineCell::total() const
{
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

TimelineCell timelineCell(const MetricSeries &series, std::size_t machine, const StepRange &range)
{
    const MachineSeries &of = series.machines()[machine];
    TimelineCell cell;
    const SplitSum sum = of.split.sum(range.from, range.to, series.stepSeconds());
    if (sum.steps <= 0)
        return cell;
    cell.isIn = true;
    const TimeSplit &parts = sum.parts;
    cell.seconds
        = {parts.forward + parts.backward, parts.data, parts.optimizer, parts.exchange, parts.waiting, sum.rest()};
    for (double &seconds : cell.seconds)
        seconds /= sum.steps;
    return cell;
}

TimelineSpeed timelineSpeed(const MachineSeries &machine, const StepRange &range)
{
    const auto own = machine.ownSpeed.samplesPerSecond(range.from, range.to);
    return {machine.speed.samplesPerSecond(range.from, range.to), own.value_or(0) > 0 ? own : std::nullopt};
}

std::int64_t shareAt(const MachineSeries &machine, double step)
{
    const auto after = std::upper_bound(machine.shares.begin(), machine.shares.end(), step,
        [](double at, const ShareSpan &span) { return at < span.first; });
    return after == machine.shares.begin() ? 0 : std::prev(after)->share;
}

std::vector<TimelineMark> timelineMarks(const std::vector<LogLine> &log, const MetricSeries &series)
{
    std::vector<TimelineMark> marks;
    if (series.steps().empty())
        return marks;
    for (std::size_t i = 0; i < log.size(); ++i)
        if (const auto kind = kindOf(log[i]))
            marks.push_back({*kind, stepOf(log[i], series), log[i].machine, i});
    std::stable_sort(
        marks.begin(), marks.end(), [](const TimelineMark &a, const TimelineMark &b) { return a.step < b.step; });
    return marks;
}

} // namespace motley
