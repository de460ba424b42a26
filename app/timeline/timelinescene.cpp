#include "app/timeline/timelinescene.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double usualPart = 0.95; // of the columns, whose values the axis follows
constexpr double roomAbove = 1.25; // so many times the greatest of these

double greatestOf(std::vector<double> usual, double least)
{
    if (usual.empty())
        return least;
    const double most = *std::max_element(usual.begin(), usual.end());
    const auto at = usual.begin() + static_cast<std::ptrdiff_t>(usualPart * static_cast<double>(usual.size() - 1));
    std::nth_element(usual.begin(), at, usual.end());
    return std::max(least, std::min(most, *at * roomAbove));
}

// One long step, as the first, would leave the others no room.
double greatestSeconds(const TimelineScene &scene, double forecast)
{
    std::vector<double> totals;
    for (const auto &cells : scene.cells)
        for (const TimelineCell &cell : cells)
            if (cell.isIn)
                totals.push_back(cell.total());
    return greatestOf(std::move(totals), forecast * 1.05);
}

double greatestValue(const TimelineScene &scene)
{
    std::vector<double> all;
    for (const auto &values : scene.values)
        for (const TimelineValue &value : values)
            for (const auto &known : {value.bold, value.thin})
                if (known)
                    all.push_back(*known);
    return greatestOf(std::move(all), 0);
}

TimelineValue valueOf(
    const MetricSeries &series, std::size_t machine, TimelineQuantity quantity, const StepRange &range)
{
    const MachineSeries &of = series.machines()[machine];
    switch (quantity) {
    case TimelineQuantity::Speed: {
        const TimelineSpeed speed = timelineSpeed(of, range);
        return {speed.did, speed.couldDo};
    }
    case TimelineQuantity::Share: {
        const auto batch = series.started() ? series.started()->batch : 0;
        const auto share = static_cast<double>(shareAt(of, series.steps()[range.to - 1]));
        return {batch > 0 ? std::optional(100 * share / static_cast<double>(batch)) : std::nullopt, std::nullopt};
    }
    default:
        break;
    }
    const auto reading = readingOf(quantity);
    const double end = series.steps()[range.to - 1] + 1;
    return {reading ? of.readings.mean(*reading, range.first, end) : std::nullopt, std::nullopt};
}

bool isPercentOfAll(TimelineQuantity quantity)
{
    return quantity == TimelineQuantity::Share || quantity == TimelineQuantity::Processors
        || quantity == TimelineQuantity::Memory || quantity == TimelineQuantity::Gpus;
}

void fill(TimelineScene &scene, const MetricSeries &series)
{
    const std::size_t machines = series.machines().size();
    scene.cells.resize(machines);
    scene.values.resize(scene.quantity == TimelineQuantity::Time ? 0 : machines);
    for (std::size_t machine = 0; machine < machines; ++machine)
        for (const StepRange &range : scene.columns.ranges) {
            scene.cells[machine].push_back(timelineCell(series, machine, range));
            if (scene.quantity == TimelineQuantity::Time)
                continue;
            const bool isIn = scene.cells[machine].back().isIn;
            scene.values[machine].push_back(isIn ? valueOf(series, machine, scene.quantity, range) : TimelineValue());
        }
}

} // namespace

std::optional<TelemetryReading> readingOf(TimelineQuantity quantity)
{
    const int reading = static_cast<int>(quantity) - static_cast<int>(TimelineQuantity::Processors);
    return reading >= 0 ? std::optional(static_cast<TelemetryReading>(reading)) : std::nullopt;
}

std::optional<std::size_t> TimelineScene::columnOf(double step) const
{
    const auto after = std::upper_bound(columns.ranges.begin(), columns.ranges.end(), step,
        [](double at, const StepRange &range) { return at < range.first; });
    if (after == columns.ranges.begin())
        return std::nullopt;
    const auto column = static_cast<std::size_t>(after - columns.ranges.begin()) - 1;
    const bool isInIt = step < columns.ranges[column].first + static_cast<double>(columns.stepsEach);
    return isInIt ? std::optional(column) : std::nullopt;
}

std::vector<std::size_t> TimelineScene::marksIn(double first, double end) const
{
    const auto at = [this](double step) {
        return std::lower_bound(marks.begin(), marks.end(), step, [](const TimelineMark &mark, double number) {
            return mark.step < number;
        }) - marks.begin();
    };
    std::vector<std::size_t> found;
    for (auto i = at(first); i < at(end); ++i)
        found.push_back(static_cast<std::size_t>(i));
    return found;
}

std::vector<std::size_t> TimelineScene::marksIn(const StepRange &range) const
{
    return marksIn(range.first, range.first + static_cast<double>(columns.stepsEach));
}

double TimelineScene::heat(std::size_t machine, std::size_t column) const
{
    if (quantity == TimelineQuantity::Time)
        return cells[machine][column].waitingPart();
    return greatest > 0 ? std::clamp(values[machine][column].bold.value_or(0) / greatest, 0.0, 1.0) : 0;
}

TimelineScene timelineScene(const MetricSeries &series, const std::vector<LogLine> &log, TimelineQuantity quantity,
    std::optional<std::pair<double, double>> view, int mostColumns)
{
    TimelineScene scene;
    scene.quantity = quantity;
    if (series.steps().empty())
        return scene;
    scene.from = view ? std::max(view->first, series.steps().front()) : series.steps().front();
    scene.to = view ? std::min(view->second, series.steps().back()) : series.steps().back();
    scene.columns = timelineColumns(series.steps(), scene.from, scene.to, mostColumns);
    scene.marks = timelineMarks(log, series);
    fill(scene, series);
    scene.greatest = quantity == TimelineQuantity::Time ? greatestSeconds(scene, series.stepPredicted().seconds())
        : isPercentOfAll(quantity)                      ? 100
                                                        : greatestValue(scene);
    return scene;
}

} // namespace motley
