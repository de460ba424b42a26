// What to train: everything that decides the result, and nothing about the machines that compute it.
// A run is a function of (JobSpec, its seed), and with Adasum of how the plan groups its ranks (exchangespec.h); see
// docs/architecture.md, "The fixed global batch".
#pragma once

#include "engine/base/result.h"
#include "engine/job/checkpointspec.h"
#include "engine/job/continuespec.h"
#include "engine/job/earlystoppingspec.h"
#include "engine/job/exchangespec.h"
#include "engine/job/fieldproblem.h"
#include "engine/job/memoryspec.h"
#include "engine/job/nonfinitespec.h"
#include "engine/job/optimizerspec.h"
#include "engine/job/orderspec.h"
#include "engine/job/precisionspec.h"
#include "engine/job/schedulespec.h"
#include "engine/job/tasks/taskspec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct JobSpec {
    static constexpr int currentVersion = 1;

    std::string name; // for people; at most 80 characters
    TaskSpec task;
    std::uint64_t seed = 1;
    std::int64_t batch = 256; // global batch: samples per step over all ranks (translation: tokens)
    OrderSpec order;
    std::int64_t epochs = 5;
    std::int64_t maxSteps = 0; // last step, if that is earlier than the end of the epochs; 0: no limit
    double clipNorm = 0.0; // largest norm of the whole gradient; 0: no clipping
    PrecisionSpec precision;
    MemorySpec memory;
    OptimizerSpec optimizer;
    ExchangeSpec exchange;
    ScheduleSpec schedule;
    std::int64_t evaluateEveryEpochs = 1;
    EarlyStoppingSpec stopping;
    NonFiniteSpec nonFinite;
    CheckpointSpec checkpoint;
    ContinueSpec continueFrom;

    bool operator==(const JobSpec &) const = default;
};

// Errors name the field by its path ("optimizer.momentum") and say what would be right. Unknown fields are errors.
Result<JobSpec> parseJob(std::string_view json, Completeness completeness = Completeness::Whole);
Result<JobSpec> readJob(const std::string &path); // its relative paths are resolved against the folder of path
std::string toJson(const JobSpec &job); // indented, ends with a newline

// The same checks as parseJob makes, for a job that a form filled in.
Result<void> validate(const JobSpec &job, Completeness completeness = Completeness::Whole);
std::optional<FieldProblem> findProblem(const JobSpec &job, Completeness completeness = Completeness::Whole);

// The JSON schema (2020-12) of a job file, with a description of each field; resources/job.schema.json is its text.
std::string jobSchema();

} // namespace motley
