#include "engine/data/hetseqorder.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>

namespace motley {

namespace {

// numpy's random_interval(): a number from 0 to `most`. std::mt19937 and numpy.random.seed() have the same initial
// state for a seed.
std::uint32_t upTo(std::uint32_t most, std::mt19937 &random)
{
    const std::uint32_t mask = std::bit_ceil(std::uint64_t(most) + 1) - 1;
    for (;;)
        if (const auto value = std::uint32_t(random()) & mask; value <= most)
            return value;
}

// numpy.random.seed(seed); numpy.random.shuffle(list).
void shuffle(std::vector<std::int64_t> &list, std::uint32_t seed)
{
    std::mt19937 random(seed);
    for (std::size_t last = list.size(); last-- > 1;)
        std::swap(list[last], list[upTo(std::uint32_t(last), random)]);
}

} // namespace

HetSeqOrder::HetSeqOrder(std::uint64_t seed, std::int64_t datasetSize, const PerEpoch &batch, std::int64_t groupSize,
    std::int64_t unshuffledEpochs)
    : Sampler(batch.mapped(
        [=](std::int64_t samples) { return partsOf(partsOf(datasetSize, groupSize), samples / groupSize); })),
      m_seed(seed), m_datasetSize(datasetSize), m_batch(batch), m_groupSize(groupSize),
      m_groups(partsOf(datasetSize, groupSize)), m_unshuffledEpochs(unshuffledEpochs)
{
}

SampleIds HetSeqOrder::ids(std::int64_t step)
{
    const StepPosition here = position(step);
    if (here.epoch != m_orderedEpoch) {
        m_order.resize(std::size_t(m_groups));
        std::iota(m_order.begin(), m_order.end(), 0);
        if (here.epoch > m_unshuffledEpochs)
            shuffle(m_order, std::uint32_t(m_seed + std::uint64_t(here.epoch)));
        m_orderedEpoch = here.epoch;
    }
    SampleIds ids;
    const std::int64_t groupsOfStep = m_batch.in(here.epoch) / m_groupSize;
    const std::int64_t first = here.within * groupsOfStep;
    for (std::int64_t i = first; i < std::min(first + groupsOfStep, m_groups); ++i) {
        const std::int64_t begin = m_order[std::size_t(i)] * m_groupSize;
        for (std::int64_t id = begin; id < std::min(begin + m_groupSize, m_datasetSize); ++id)
            ids.push_back(id);
    }
    return ids;
}

} // namespace motley
