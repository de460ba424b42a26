// A model of the user's own: a TorchScript file whose forward takes a batch and returns a loss.
#pragma once

#include "engine/base/datapath.h"

namespace motley {

struct ScriptModelSpec {
    DataPath script{}; // what torch.jit.script(...).save() wrote; it is a program, so only files that one trusts

    bool operator==(const ScriptModelSpec &) const = default;
};

// Tensors whose first dimension counts the samples: safetensors, or HDF5.
struct TensorData {
    DataPath train{};
    DataPath test{}; // empty: nothing is tested
    std::string names; // what forward is given, in this order, commas between; empty: all tensors, by name

    bool operator==(const TensorData &) const = default;
};

struct TorchScriptSpec {
    static constexpr const char *name = "torchscript";

    ScriptModelSpec model{};
    TensorData data{};

    bool operator==(const TorchScriptSpec &) const = default;
};

} // namespace motley
