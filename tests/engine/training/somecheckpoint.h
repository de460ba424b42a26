// A small checkpoint whose tensors say of which step it is.
#pragma once

#include "engine/training/checkpoint/checkpointwriter.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

inline Checkpoint checkpointOf(std::int64_t step)
{
    const auto value = double(step);
    Checkpoint checkpoint;
    checkpoint.progress.step = step;
    checkpoint.model = {{"a.weight", at::full({3, 5}, value)}, {"a.bias", at::full({7}, -value)}};
    checkpoint.optimizer = {{"a.weight.mean", at::full({3, 5}, value + 1)}, {"steps", at::full({1}, step, at::kLong)}};
    checkpoint.files = {{"config.json", "{\"model\": \"some\"}"}};
    return checkpoint;
}

inline bool areEqual(const NamedTensors &read, const NamedTensors &expected)
{
    return std::equal(read.begin(), read.end(), expected.begin(), expected.end(),
        [](const NamedTensor &a, const NamedTensor &b) { return a.name == b.name && at::equal(a.tensor, b.tensor); });
}

} // namespace motley
