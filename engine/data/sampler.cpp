#include "engine/data/sampler.h"

#include "engine/data/random.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace motley {

Sampler::Sampler(std::uint64_t seed, std::int64_t datasetSize, std::int64_t batch)
    : m_seed(seed), m_datasetSize(datasetSize), m_batch(batch)
{
}

StepPlace Sampler::place(std::int64_t step) const
{
    const std::int64_t perEpoch = stepsPerEpoch();
    const std::int64_t within = (step - 1) % perEpoch;
    return {step, (step - 1) / perEpoch + 1, within, within + 1 == perEpoch};
}

SampleIds Sampler::ids(std::int64_t step)
{
    const StepPlace here = place(step);
    if (here.epoch != m_permutedEpoch)
        permute(here.epoch);
    const auto first = m_permutation.begin() + here.within * m_batch;
    const auto last = m_permutation.begin() + std::min((here.within + 1) * m_batch, m_datasetSize);
    return {first, last};
}

void Sampler::permute(std::int64_t epoch)
{
    m_permutation.resize(std::size_t(m_datasetSize));
    std::iota(m_permutation.begin(), m_permutation.end(), 0);
    Random random{m_seed, std::uint64_t(epoch)};
    for (std::size_t left = m_permutation.size(); left > 1; --left)
        std::swap(m_permutation[left - 1], m_permutation[random.below(left)]);
    m_permutedEpoch = epoch;
}

std::string sampleHash(const SampleIds &ids)
{
    char text[17];
    std::snprintf(text, sizeof text, "%016llx",
        static_cast<unsigned long long>(XXH3_64bits(ids.data(), ids.size() * sizeof(SampleIds::value_type))));
    return text;
}

} // namespace motley
