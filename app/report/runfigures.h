// The numbers of a run, counted from its events.jsonl: what comparisons and reports show.
#pragma once

#include "app/words/planwords.h"
#include "engine/job/jobspec.h"
#include "engine/plan/balance/runmembers.h"
#include "remote/history/runrecord.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace motley {

// What a report tells of beside steps and tests.
struct Happening {
    double time = 0; // seconds since 1970
    std::int64_t step = 0; // the newest step then
    EventBody body; // MembershipChanged, Slowdown, Warning, RankFailed or RunFinished
};

struct RunFigures {
    static constexpr std::size_t mostHappenings = 1000; // the first ones are kept

    RunRecord run;
    std::optional<JobSpec> job; // nullopt: it cannot be read
    std::optional<RunStarted> started;
    std::optional<RunFinished> finished;

    // One value a step. Of steps that were taken again after the run went back, the later ones count.
    std::vector<double> steps;
    std::vector<double> loss;
    std::vector<double> speed; // over the last steps each, in the unit of the batch

    // One value a test.
    std::vector<double> testSteps;
    std::vector<double> testLoss;
    std::vector<double> testMetric; // the task's main metric; fractions in percent
    std::optional<Metric> best; // of the task's main metric in all tests
    std::int64_t bestStep = 0;

    double seconds = 0; // from the start to the end of training, or to the newest event
    std::optional<double> meanSpeed; // over all steps, in the unit of the batch
    BatchUnit unit = BatchUnit::Samples;
    RunMembers members;
    std::vector<Happening> happenings;
};

// Reads the copy of the events on this computer, however long. Blocks. Errors: it cannot be read, or a stop was
// requested.
Result<RunFigures> figuresOf(const RunRecord &run, const std::stop_token &stop = {});

} // namespace motley
