// For .cpp files that link the JSON room: the fields of TorchScript models.
#pragma once

#include "engine/job/tasks/sectionfields.h"
#include "engine/job/tasks/torchscriptspec.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, ScriptModelSpec &model)
{
    fields("script", model.script,
        {.label = translatable("JobField", "Model file"),
            .help = translatable("JobField",
                "A TorchScript file whose forward takes a batch and returns its loss. It is a program: take only files "
                "that you trust."),
            .needed = true});
}

template <typename Fields>
void describe(Fields &fields, TensorData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training tensors"),
            .help = translatable(
                "JobField", "A safetensors or HDF5 file; the first dimension of every tensor counts the samples."),
            .needed = true});
    fields("test", data.test,
        {translatable("JobField", "Test tensors"),
            translatable("JobField", "The same for the test; empty: nothing is tested.")});
    fields("names", data.names,
        {translatable("JobField", "Tensors"),
            translatable(
                "JobField", "What forward is given, in this order, with commas between; empty: all tensors by name.")});
}

template <typename Fields>
void describe(Fields &fields, TorchScriptSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<ScriptModelSpec> : std::true_type {
};
template <>
struct HasDefaults<TensorData> : std::true_type {
};

} // namespace motley
