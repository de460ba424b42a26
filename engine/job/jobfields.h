// For the .cpp files of this folder only: the fields of a job, which is a file of its own and a part of a launch spec.
#pragma once

#include "engine/job/coursefields.h"
#include "engine/job/jobspec.h"
#include "engine/job/optimizerfields.h"
#include "engine/job/schedulefields.h"
#include "engine/job/tasks/taskfields.h"
#include "engine/json/jsonfields.h"

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
    fields("everySteps", checkpoint.everySteps,
        {.label = translatable("JobField", "Steps between checkpoints"),
            .help = translatable("JobField",
                "Steps between two checkpoints; 0: only at the end and at a stop. Without a number it is a tenth of "
                "the run, at most 500."),
            .least = 0,
            .most = mostSteps,
            .zero = translatable("JobField", "Only at the end"),
            .none = translatable("JobField", "A tenth of the run")});
    fields("keep", checkpoint.keep,
        {translatable("JobField", "Keep"), translatable("JobField", "How many of the newest are kept."), 1, 1000});
    fields("keepBest", checkpoint.keepBest,
        {translatable("JobField", "Keep the best too"),
            translatable("JobField", "The checkpoint of the best test, and its model.")});
    fields("async", checkpoint.async,
        {translatable("JobField", "Train while one is written"),
            translatable("JobField",
                "A copy of weights and optimizer state is written, which takes as much memory again on the first "
                "machine. Otherwise training waits.")});
}

template <typename Fields>
void describe(Fields &fields, JobSpec &job)
{
    fields("name", job.name, {translatable("JobField", "Name"), translatable("JobField", "A name for this job.")});
    fields.choice("task", job.task);
    fields("seed", job.seed,
        {translatable("JobField", "Seed"),
            translatable("JobField", "The same seed gives the same run, whatever the machines.")});
    fields("batch", job.batch,
        {translatable("JobField", "Global batch"),
            translatable("JobField", "Samples of one step, over all machines together."), 1, 1 << 20});
    fields("order", job.order, {.help = "In which order samples are taken."});
    fields("epochs", job.epochs,
        {translatable("JobField", "Epochs"), translatable("JobField", "How often every training sample is used."), 1,
            1e6});
    fields("maxSteps", job.maxSteps,
        {.label = translatable("JobField", "Stop after step"),
            .help = translatable("JobField", "Ends the run earlier than the epochs would; 0: it does not."),
            .least = 0,
            .most = mostSteps,
            .zero = translatable("JobField", "No limit")});
    fields("clipNorm", job.clipNorm,
        {.label = translatable("JobField", "Clip gradient norm"),
            .help = translatable("JobField", "Largest norm of the whole gradient; 0: no clipping."),
            .least = 0,
            .most = 1e9,
            .zero = translatable("JobField", "No clipping")});
    fields("precision", job.precision, {.help = "The numbers that the network computes in."});
    fields("memory", job.memory, {.help = "What ranks may do to need less of it."});
    fields("optimizer", job.optimizer, {.help = "How the gradient changes the parameters."});
    fields("exchange", job.exchange, {.help = "How a step joins what the ranks computed."});
    fields("schedule", job.schedule, {.help = "The learning rate over the run."});
    fields("evaluateEveryEpochs", job.evaluateEveryEpochs,
        {translatable("JobField", "Epochs between tests"),
            translatable("JobField", "Epochs between two looks at the test set."), 1, 1e6});
    fields("stopping", job.stopping, {.help = "When the run ends early."});
    fields("nonFinite", job.nonFinite, {.help = "What happens where a loss or a gradient is not finite."});
    fields("checkpoint", job.checkpoint, {.help = "What is kept against losing work."});
    fields("continueFrom", job.continueFrom, {.help = "Other work that this run goes on from."});
}

} // namespace motley
