// For the .cpp files of this folder only: a job is a file of its own and a part of a launch spec.
#pragma once

#include "engine/protocol/jobspec.h"
#include "engine/protocol/jsonfields.h"
#include "engine/protocol/optimizerfields.h"
#include "engine/protocol/schedulefields.h"

namespace motley {

template <>
struct EnumNames<ModelSpec::Kind> {
    static constexpr std::array<std::pair<ModelSpec::Kind, const char *>, 2> table{
        {{ModelSpec::Kind::SmallCnn, "small-cnn"}, {ModelSpec::Kind::ResNet18, "resnet18"}}};
};

template <>
struct HasDefaults<JobSpec> : std::true_type {
};
template <>
struct HasDefaults<ModelSpec> : std::true_type {
};
template <>
struct HasDefaults<ImageData> : std::true_type {
};
template <>
struct HasDefaults<CheckpointSpec> : std::true_type {
};

template <typename Fields>
void describe(Fields &fields, ModelSpec &model)
{
    fields("kind", model.kind);
    fields("width", model.width);
}

template <typename Fields>
void describe(Fields &fields, ImageData &data)
{
    fields("folder", data.folder);
    fields("augment", data.augment);
}

template <typename Fields>
void describe(Fields &fields, CheckpointSpec &checkpoint)
{
    fields("everySteps", checkpoint.everySteps);
    fields("keep", checkpoint.keep);
}

template <typename Fields>
void describe(Fields &fields, JobSpec &job)
{
    fields("name", job.name);
    fields("task", job.task);
    fields("seed", job.seed);
    fields("batch", job.batch);
    fields("epochs", job.epochs);
    fields("maxSteps", job.maxSteps);
    fields("clipNorm", job.clipNorm);
    fields("model", job.model);
    fields("data", job.data);
    fields("optimizer", job.optimizer);
    fields("schedule", job.schedule);
    fields("evaluateEveryEpochs", job.evaluateEveryEpochs);
    fields("checkpoint", job.checkpoint);
}

} // namespace motley
