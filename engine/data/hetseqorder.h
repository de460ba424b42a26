// HetSeq's order of samples, for who continues or compares with its runs.
#pragma once

#include "engine/data/sampler.h"

namespace motley {

// Neighbours in the data make up groups of one size, the last one smaller, whose members never change. Every epoch has
// the groups in the order of numpy.random.seed(seed + epoch); numpy.random.shuffle(list), epochs counted from 1, and a
// step takes the next groups: with N ranks, --max-sentences M and --update-freq U those of HetSeq's step for a batch of
// N * M * U in groups of M. Source: hetseq/data/iterators.py.
class HetSeqOrder : public Sampler {
public:
    // batch: samples, multiples of groupSize. Of the seed numpy would take, the lower 32 bits count.
    HetSeqOrder(std::uint64_t seed, std::int64_t datasetSize, const PerEpoch &batch, std::int64_t groupSize,
        std::int64_t unshuffledEpochs = 0);

    SampleIds ids(std::int64_t step) override;

private:
    std::uint64_t m_seed = 0;
    std::int64_t m_datasetSize = 0;
    PerEpoch m_batch;
    std::int64_t m_groupSize = 1;
    std::int64_t m_groups = 0;
    std::int64_t m_unshuffledEpochs = 0;
    std::int64_t m_orderedEpoch = 0; // the epoch that m_order belongs to; 0: none yet
    std::vector<std::int64_t> m_order; // of the groups
};

} // namespace motley
