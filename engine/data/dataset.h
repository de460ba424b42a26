// What a task learns from or is tested on: numbered samples, handed out in batches.
#pragma once

#include "engine/data/sampler.h"

#include <ATen/core/Tensor.h>

#include <optional>
#include <span>
#include <vector>

namespace motley {

struct Batch {
    std::vector<at::Tensor> inputs; // what the model is given
    std::vector<at::Tensor> targets; // what its answer is held against
    std::int64_t samples = 0;

    Batch slice(std::int64_t first, std::int64_t last) const; // samples lie along dimension 0 of every tensor
    Batch to(at::Device device) const;
};

// The key of all random numbers that a sample needs, together with its id; never the rank.
struct AugmentKey {
    std::uint64_t seed = 0;
    std::int64_t epoch = 0;
};

class Dataset {
public:
    virtual ~Dataset() = default;

    virtual std::int64_t size() const = 0;

    // Without a key the samples come as they are, for evaluation. Called from the prefetching thread; an empty list
    // gives tensors with no samples.
    virtual Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const = 0;

    // What the sum of the losses of these samples is divided by for their mean: samples, or where a sample holds many
    // predictions (text), those. A pure function of ids and key, so every rank knows it for the whole global batch.
    virtual double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const = 0;
};

} // namespace motley
