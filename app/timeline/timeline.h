// What each machine of a run did when, gathered for a picture: steps in columns, and what happened as marks. Pure
// functions.
#pragma once

#include "app/models/metricseries.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

// Of the time of a step on one machine. Together they are all of it.
enum class TimelinePart { Computing, Data, Update, Exchange, Waiting, Rest };
constexpr int timelineParts = 6;

// Steps that share a column, by their indices in the series: from <= index < to.
struct StepRange {
    std::size_t from = 0;
    std::size_t to = 0;
    double first = 0; // number of the first step that belongs to it, whether it was made or not

    bool operator==(const StepRange &) const = default;
};

struct TimelineColumns {
    std::int64_t stepsEach
        = 1; // 1, 2, 5, 10, 20, 50, ... steps, counted from step 1, so that they stay as a run goes on
    std::vector<StepRange> ranges;
};

// Columns for the steps with from <= number <= to, at most `most` of them. `steps` ascends.
TimelineColumns timelineColumns(const std::vector<double> &steps, double from, double to, int most);

// Means of a machine over the steps of one column.
struct TimelineCell {
    std::array<double, timelineParts> seconds{}; // of a step, by TimelinePart
    bool isIn = false; // it was in the run in one of these steps

    double total() const; // seconds of a step
    double part(TimelinePart part) const { return seconds[std::size_t(part)]; }
    double waitingPart() const { return total() > 0 ? part(TimelinePart::Waiting) / total() : 0; }
};

TimelineCell timelineCell(const MetricSeries &series, std::size_t machine, const StepRange &range);

// Samples or tokens a second, as the batch counts, over the steps of a column. nullopt: not known.
struct TimelineSpeed {
    std::optional<double> did;
    std::optional<double> couldDo; // without waiting
};
TimelineSpeed timelineSpeed(const MachineSeries &machine, const StepRange &range);
std::int64_t shareAt(const MachineSeries &machine, double step);

// What the user should see on the time line, and what it is about.
struct TimelineMark {
    enum class Kind { Failure, Membership, Finding, Shares, Test, Checkpoint };

    Kind kind = Kind::Finding;
    double step = 0;
    int machine = -1; // -1: the run as a whole
    std::size_t line = 0; // its index in the log, which has the sentence
};

// Ascending by step. Notes, and what became of a gain, are in the log alone.
std::vector<TimelineMark> timelineMarks(const std::vector<LogLine> &log, const MetricSeries &series);

} // namespace motley
