// Which samples a step trains on: a pure function of (seed, epoch, step in the epoch), independent of the machines.
#pragma once

#include "engine/job/perepoch.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace motley {

using SampleIds = std::vector<std::int64_t>;

inline std::int64_t partsOf(std::int64_t whole, std::int64_t part) // number of parts; the last may be smaller
{
    return (whole + part - 1) / part;
}

class Sampler {
public:
    virtual ~Sampler() = default;

    virtual SampleIds ids(std::int64_t step) = 0; // of the whole global batch, in order; steps count from 1
    virtual bool countsCost() const { return false; } // the batch size counts Dataset::cost(), not samples

    const PerEpoch &stepsPerEpoch() const { return m_stepsPerEpoch; }
    StepPosition position(std::int64_t step) const { return positionOf(step, m_stepsPerEpoch); }

protected:
    explicit Sampler(PerEpoch stepsPerEpoch) : m_stepsPerEpoch(std::move(stepsPerEpoch)) { }

private:
    PerEpoch m_stepsPerEpoch;
};

// One permutation per epoch (Fisher-Yates, drawn from Random{seed, epoch}), cut into global batches in order; the last
// one of an epoch may be smaller. The first `unshuffledEpochs` epochs keep the order of the data.
class ShuffledSamples : public Sampler {
public:
    ShuffledSamples(
        std::uint64_t seed, std::int64_t datasetSize, const PerEpoch &batch, std::int64_t unshuffledEpochs = 0);

    SampleIds ids(std::int64_t step) override;

private:
    std::uint64_t m_seed = 0;
    std::int64_t m_datasetSize = 0;
    PerEpoch m_batch;
    std::int64_t m_unshuffledEpochs = 0;
    std::int64_t m_permutedEpoch = 0; // the epoch that m_permutation belongs to; 0: none yet
    SampleIds m_permutation;
};

// Batches of about equal cost, of samples of about the same length, so that little is padded. The seed alone decides
// which samples share a batch; every epoch shuffles the batches by Random{seed, epoch}, except the first
// `unshuffledEpochs` epochs, which go from short to long samples.
class LengthBuckets : public Sampler {
public:
    // costs[id] > 0: the cost of a sample, such as its tokens. The costs in a batch sum to at most `batch`, unless it
    // has only one sample.
    LengthBuckets(std::uint64_t seed, const std::vector<std::int64_t> &costs, const PerEpoch &batch,
        std::int64_t unshuffledEpochs = 0);

    bool countsCost() const override { return true; }
    SampleIds ids(std::int64_t step) override;

private:
    using Batches = std::vector<SampleIds>;
    using BatchesOf = std::map<std::int64_t, Batches>; // by batch size

    LengthBuckets(std::uint64_t seed, BatchesOf batches, const PerEpoch &batch, std::int64_t unshuffledEpochs);
    static BatchesOf cut(std::uint64_t seed, const std::vector<std::int64_t> &costs, const PerEpoch &batch);

    std::uint64_t m_seed = 0;
    std::int64_t m_unshuffledEpochs = 0;
    PerEpoch m_batch;
    BatchesOf m_batches;
    std::int64_t m_permutedEpoch = 0; // the epoch that m_order belongs to; 0: none yet
    std::vector<std::int64_t> m_order; // batch indices of this epoch
};

std::string sampleHash(const SampleIds &ids); // 16 hex digits: XXH3 over the ids in order, 64-bit little endian

} // namespace motley
