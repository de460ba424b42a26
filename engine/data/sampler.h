// Which samples a step learns from: a pure function of (seed, epoch, step in the epoch), whatever the machines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

using SampleIds = std::vector<std::int64_t>;

// A place in a run. Epochs and steps count from 1, as people read them.
struct StepPlace {
    std::int64_t step = 1; // of the run
    std::int64_t epoch = 1;
    std::int64_t within = 0; // of the epoch, from 0
    bool endsEpoch = false;

    bool operator==(const StepPlace &) const = default;
};

class Sampler {
public:
    virtual ~Sampler() = default;

    virtual std::int64_t stepsPerEpoch() const = 0; // the same in every epoch
    virtual SampleIds ids(std::int64_t step) = 0; // of the whole global batch, in order
    virtual bool countsCost() const { return false; } // a batch is so much cost, not so many samples

    StepPlace place(std::int64_t step) const;
};

// One permutation per epoch (Fisher-Yates, drawn from Random{seed, epoch}), cut into global batches in order; the last,
// shorter one is used too. The first `unshuffledEpochs` have the order of the data.
class ShuffledSamples : public Sampler {
public:
    ShuffledSamples(
        std::uint64_t seed, std::int64_t datasetSize, std::int64_t batch, std::int64_t unshuffledEpochs = 0);

    std::int64_t stepsPerEpoch() const override { return (m_datasetSize + m_batch - 1) / m_batch; }
    SampleIds ids(std::int64_t step) override;

private:
    std::uint64_t m_seed = 0;
    std::int64_t m_datasetSize = 0;
    std::int64_t m_batch = 0;
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
    LengthBuckets(std::uint64_t seed, const std::vector<std::int64_t> &costs, std::int64_t batch,
        std::int64_t unshuffledEpochs = 0);

    std::int64_t stepsPerEpoch() const override { return std::int64_t(m_batches.size()); }
    bool countsCost() const override { return true; }
    SampleIds ids(std::int64_t step) override;

private:
    std::uint64_t m_seed = 0;
    std::int64_t m_unshuffledEpochs = 0;
    std::vector<SampleIds> m_batches;
    std::int64_t m_permutedEpoch = 0; // as above
    std::vector<std::int64_t> m_order; // of m_batches
};

std::string sampleHash(const SampleIds &ids); // 16 hex digits: XXH3 over the ids in order, 64-bit little endian

} // namespace motley
