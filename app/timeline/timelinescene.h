// All that a picture of the time line is drawn from, and its table is read from: a cell for each machine and column.
#pragma once

#include "app/timeline/timeline.h"

#include <QString>

namespace motley {

// Below Share, the readings of telemetry, in the order of TelemetryReading.
enum class TimelineQuantity {
    Time,
    Speed,
    Share,
    Processors,
    Memory,
    Gpus,
    GpuMemory,
    Power,
    Heat,
    Clock,
    OtherProcesses,
    Stolen,
    Resent
};
constexpr int timelineQuantities = 3 + int(telemetryReadings);
std::optional<TelemetryReading> readingOf(TimelineQuantity quantity); // nullopt: it is none

// What is drawn bold happened; what is thin is what could have.
struct TimelineValue {
    std::optional<double> bold;
    std::optional<double> thin;
};

struct TimelineScene {
    TimelineQuantity quantity = TimelineQuantity::Time;
    double from = 0; // steps at the ends of the axis
    double to = 0;
    TimelineColumns columns;
    std::vector<std::vector<TimelineCell>> cells; // of each machine, by column; all but `isIn` for Time alone
    std::vector<std::vector<TimelineValue>> values; // of each machine, by column; empty for Time
    double greatest = 0; // of the axis of a lane; columns may be above it
    std::vector<TimelineMark> marks;

    bool isEmpty() const { return columns.ranges.empty(); }
    std::optional<std::size_t> columnOf(double step) const;
    std::vector<std::size_t> marksIn(double first, double end) const; // indices, of those with first <= step < end
    std::vector<std::size_t> marksIn(const StepRange &range) const;
    double heat(std::size_t machine, std::size_t column) const; // 0 to 1: waiting, or the value over the greatest
};

// `view`: the steps to be shown; nullopt: all.
TimelineScene timelineScene(const MetricSeries &series, const std::vector<LogLine> &log, TimelineQuantity quantity,
    std::optional<std::pair<double, double>> view, int mostColumns);

// Of one column: "Steps 101 to 120", and what the machine did in them.
QString columnWords(const TimelineScene &scene, const MetricSeries &series, std::size_t column);
QString cellWords(
    const TimelineScene &scene, const MetricSeries &series, std::size_t machine, std::size_t column, bool isShort);
QString markWords(const TimelineMark &mark, const std::vector<LogLine> &log, const MetricSeries &series);
QString partName(TimelinePart part);
QString quantityName(TimelineQuantity quantity);
QString meanWords(const TimelineScene &scene); // "Each column is the mean of 20 steps"; empty: of one

} // namespace motley
