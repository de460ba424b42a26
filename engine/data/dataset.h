// The data of a task for training or tests: numbered samples in batches.
#pragma once

#include "engine/data/sampler.h"
#include "engine/job/orderspec.h"

#include <ATen/core/Tensor.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace motley {

struct Batch { // dimension 0 of every tensor counts the samples
    std::vector<at::Tensor> inputs; // arguments of the model; shapes as the data set says
    std::vector<at::Tensor> targets; // what the outputs are compared with; shapes as the data set says
    std::int64_t samples = 0;

    // Dataset::divisor() and secondWeight() of the global batch that these samples belong to; set by the DataLoader.
    double wholeWeight = 0;
    double wholeSecondWeight = 0;

    // int64 [samples]: keys of the random numbers that the network draws for each sample, as in dropout. Undefined in
    // evaluation.
    at::Tensor keys{};

    std::vector<std::int64_t> ids{}; // of these samples in evaluation; otherwise empty

    Batch slice(std::int64_t first, std::int64_t last) const; // samples first to last - 1, as views; without ids
    Batch pinned() const; // a copy in pinned host memory, for asynchronous copies to a GPU
    Batch to(at::Device device) const; // copied asynchronously through pinned memory
};

// Together with a sample's id, the key of all random numbers that the sample needs. The rank is never part of it.
struct AugmentKey {
    std::uint64_t seed = 0;
    std::int64_t epoch = 0;
};

// Batch::keys of these samples: int64 [ids].
at::Tensor sampleKeys(std::span<const std::int64_t> ids, AugmentKey key);

class Dataset {
public:
    virtual ~Dataset() = default;

    virtual std::int64_t size() const = 0;

    // A hash of the samples under their ids, by which ranks tell whether they have the same data. It must not depend on
    // the machine. Samples that stay in their files are not read for it: of those, the names and numbers count.
    virtual std::uint64_t fingerprint() const = 0;

    // The samples with these ids, in order. Without a key they are not augmented, for evaluation. An empty list gives
    // tensors with 0 samples. Called from the prefetching thread. Throws std::exception if samples cannot be read.
    virtual Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const = 0;

    // What the summed loss of these samples is divided by for their mean: the number of samples or, where a sample
    // holds many predictions (text), the number of predictions. A pure function of ids and key, so that every rank
    // knows it for the whole global batch.
    virtual double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const = 0;

    // The divisor of a second term of the loss, for tasks whose loss has one with a mean of its own; 0: there is none.
    virtual double secondWeight(std::span<const std::int64_t> /*ids*/, std::optional<AugmentKey> /*key*/) const
    {
        return 0;
    }

    // What a step on these samples divides the summed loss by: weight(), or 1 where only the second term has anything
    // to learn from. 0: there is nothing to learn from them.
    double divisor(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const;

    // The work of a sample: batches are cut for the ranks by it, and tasks whose batch counts it (tokens) get batches
    // of about equal cost.
    virtual std::int64_t cost(std::int64_t /*id*/) const { return 1; }

    // The order of training. `batch`: the job's global batch, in samples unless the sampler counts cost.
    virtual std::unique_ptr<Sampler> sampler(std::uint64_t seed, std::int64_t batch, const OrderSpec &order = {}) const;
};

} // namespace motley
