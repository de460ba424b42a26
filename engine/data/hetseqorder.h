// HetSeq's order of samples, for continuing its runs and comparing with them.
#pragma once

#include "engine/data/sampler.h"

namespace motley {

// Neighbours in the data form groups of groupSize samples (the last one may be smaller) that never change. Every epoch,
// counted from 1, shuffles the groups by numpy.random.seed(seed + epoch); numpy.random.shuffle(list). A step takes the
// next groups of that order: for a batch of N * M * U in groups of M those that HetSeq takes with N ranks,
// --max-sentences M and --update-freq U. Source: hetseq/data/iterators.py.
class HetSeqOrder : public Sampler {
public:
    // batch: samples per step, multiples of groupSize. seed: only its lower 32 bits count, as in numpy.
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
    std::vector<std::int64_t> m_order; // group indices of this epoch
};

} // namespace motley
