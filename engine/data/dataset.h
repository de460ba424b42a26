// What a task learns from or is tested on: numbered samples, handed out in batches.
#pragma once

#include "engine/data/sampler.h"
#include "engine/job/orderspec.h"

#include <ATen/core/Tensor.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace motley {

struct Batch {
    std::vector<at::Tensor> inputs; // what the model is given
    std::vector<at::Tensor> targets; // what its answer is held against
    std::int64_t samples = 0;

    // Of the global batch that these samples belong to; set by what cuts it up.
    double wholeWeight = 0;
    double wholeSecondWeight = 0;

    // int64 [samples]: of the random numbers that a network draws for a sample, as in dropout. Undefined in evaluation.
    at::Tensor keys{};

    std::vector<std::int64_t> ids{}; // of these samples, in evaluation; else empty

    Batch slice(std::int64_t first, std::int64_t last) const; // samples lie along dimension 0 of every tensor
    Batch pinned() const; // in memory that a GPU copies from by itself
    Batch to(at::Device device) const; // out of pinned memory, queued there
};

// The key of all random numbers that a sample needs, together with its id; never the rank.
struct AugmentKey {
    std::uint64_t seed = 0;
    std::int64_t epoch = 0;
};

at::Tensor sampleKeys(std::span<const std::int64_t> ids, AugmentKey key);

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

    // The same for a second term of the loss, where there is one with a mean of its own.
    virtual double secondWeight(std::span<const std::int64_t> ids, std::optional<AugmentKey> /*key*/) const
    {
        return double(ids.size());
    }

    // The work that a sample is: ranks get parts of a batch by it, and jobs whose batch is counted in it get batches of
    // one size.
    virtual std::int64_t cost(std::int64_t /*id*/) const { return 1; }

    // The order of training. `batch` is the job's, in samples unless the data set counts otherwise.
    virtual std::unique_ptr<Sampler> sampler(std::uint64_t seed, std::int64_t batch, const OrderSpec &order = {}) const;
};

} // namespace motley
