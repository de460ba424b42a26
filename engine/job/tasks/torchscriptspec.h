// A model of the user's own: a TorchScript file whose forward takes a batch and returns a loss.
#pragma once

#include "engine/base/datapath.h"

namespace motley {

struct ScriptModelSpec {
    DataPath script{}; // written by torch.jit.script(...).save(); it is a program, so use trusted files only

    bool operator==(const ScriptModelSpec &) const = default;
};

// Files of tensors whose first dimension counts the samples, as safetensors or HDF5.
struct TensorData {
    DataPath train{};
    DataPath test{}; // empty: nothing is tested
    std::string names; // arguments of forward in order, separated by commas; empty: all tensors, by name

    bool operator==(const TensorData &) const = default;
};

struct TorchScriptSpec {
    static constexpr const char *name = "torchscript";

    ScriptModelSpec model{};
    TensorData data{};

    bool operator==(const TorchScriptSpec &) const = default;
};

} // namespace motley
