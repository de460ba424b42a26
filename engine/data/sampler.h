// Which samples a step learns from: a pure function of (seed, epoch, step in the epoch), whatever the machines.
#pragma once

#include "engine/job/perepoch.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace motley {

using SampleIds = std::vector<std::int64_t>;

inline std::int64_t partsOf(std::int64_t whole, std::int64_t part) // the last may be smaller
{
    return (whole + part - 1) / part;
}

class Sampler {
public:
    virtual ~Sampler() = default;

    virtual SampleIds ids(std::int64_t step) = 0; // of the whole global batch, in order
    virtual bool countsCost() const { return false; } // a batch is so much cost, not so many samples

    const PerEpoch &stepsPerEpoch() const { return m_stepsPerEpoch; }
    StepPosition place(std::int64_t step) const { return placeOf(step, m_stepsPerEpoch); }

protected:
    explicit Sampler(PerEpoch stepsPerEpoch) : m_stepsPerEpoch(std::move(stepsPerEpoch)) { }

private:
    PerEpoch m_stepsPerEpoch;
};

// One permutation per epoch (Fisher-Yates, drawn from Random{seed, epoch}), cut into global batches in order; the last,
// shorter one is used too. The first `unshuffledEpochs` have the order of the data.
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

// Batches of about as much work each, of samples of about one length, so that little is padded. Which samples share a
// batch is a function of the seed alone; every epoch shuffles the batches, from Random{seed, epoch}, but for the
// first `unshuffledEpochs`, which go from short samples to long ones.
class LengthBuckets : public Sampler {
public:
    // costs[id] > 0: what a sample adds to its batch, such as its tokens. A batch holds up to `batch` of it, and at
    // least one sample.
    LengthBuckets(std::uint64_t seed, const std::vector<std::int64_t> &costs, const PerEpoch &batch,
        std::int64_t unshuffledEpochs = 0);

    bool countsCost() const override { return true; }
    SampleIds ids(std::int64_t step) override;

private:
    using Batches = std::vector<SampleIds>;
    using BatchesOf = std::map<std::int64_t, Batches>; // by what a batch holds

    LengthBuckets(std::uint64_t seed, BatchesOf batches, const PerEpoch &batch, std::int64_t unshuffledEpochs);
    static BatchesOf cut(std::uint64_t seed, const std::vector<std::int64_t> &costs, const PerEpoch &batch);

    std::uint64_t m_seed = 0;
    std::int64_t m_unshuffledEpochs = 0;
    PerEpoch m_batch;
    BatchesOf m_batches;
    std::int64_t m_permutedEpoch = 0; // as above
    std::vector<std::int64_t> m_order; // of the epoch's batches
};

std::string sampleHash(const SampleIds &ids); // 16 hex digits: XXH3 over the ids in order, 64-bit little endian

} // namespace motley
