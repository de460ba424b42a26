// Which samples a step learns from: a pure function of (seed, epoch, step in the epoch), whatever the machines.
// One permutation per epoch (Fisher-Yates, drawn from Random{seed, epoch}), cut into global batches in order; the last,
// shorter one is used too.
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
    Sampler(std::uint64_t seed, std::int64_t datasetSize, std::int64_t batch);

    std::int64_t stepsPerEpoch() const { return (m_datasetSize + m_batch - 1) / m_batch; }
    StepPlace place(std::int64_t step) const;
    SampleIds ids(std::int64_t step); // of the whole global batch, in order

private:
    void permute(std::int64_t epoch);

    std::uint64_t m_seed = 0;
    std::int64_t m_datasetSize = 0;
    std::int64_t m_batch = 0;
    std::int64_t m_permutedEpoch = 0; // the epoch that m_permutation belongs to; 0: none yet
    SampleIds m_permutation;
};

std::string sampleHash(const SampleIds &ids); // 16 hex digits: XXH3 over the ids in order, 64-bit little endian

} // namespace motley
