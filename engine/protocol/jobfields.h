// For the .cpp files of this folder only: a job is a file of its own and a part of a launch spec.
#pragma once

#include "engine/protocol/coursefields.h"
#include "engine/protocol/jobspec.h"
#include "engine/protocol/jsonfields.h"
#include "engine/protocol/optimizerfields.h"
#include "engine/protocol/schedulefields.h"
#include "engine/protocol/taskfields.h"

namespace motley {

template <>
struct HasDefaults<JobSpec> : std::true_type {
};
template <>
struct HasDefaults<CheckpointSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, CheckpointSpec &checkpoint)
{
    fields("everySteps", checkpoint.everySteps);
    fields("keep", checkpoint.keep);
    fields("keepBest", checkpoint.keepBest);
}

template <typename Fields>
void describe(Fields &fields, JobSpec &job)
{
    fields("name", job.name);
    fields.choice("task", job.task);
    fields("seed", job.seed);
    fields("batch", job.batch);
    fields("epochs", job.epochs);
    fields("maxSteps", job.maxSteps);
    fields("clipNorm", job.clipNorm);
    fields("precision", job.precision);
    fields("memory", job.memory);
    fields("optimizer", job.optimizer);
    fields("schedule", job.schedule);
    fields("evaluateEveryEpochs", job.evaluateEveryEpochs);
    fields("stopping", job.stopping);
    fields("checkpoint", job.checkpoint);
    fields("continueFrom", job.continueFrom);
}

} // namespace motley
