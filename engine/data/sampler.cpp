#include "engine/data/sampler.h"

#include "engine/base/keyedrandom.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace motley {

namespace {

std::vector<std::int64_t> unshuffled(std::int64_t size)
{
    std::vector<std::int64_t> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<std::int64_t> permutation(std::int64_t size, std::uint64_t seed, std::int64_t epoch)
{
    std::vector<std::int64_t> order = unshuffled(size);
    Random random{seed, std::uint64_t(epoch)};
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random.below(left)]);
    return order;
}

} // namespace

ShuffledSamples::ShuffledSamples(
    std::uint64_t seed, std::int64_t datasetSize, const PerEpoch &batch, std::int64_t unshuffledEpochs)
    : Sampler(batch.mapped([=](std::int64_t samples) { return partsOf(datasetSize, samples); })), m_seed(seed),
      m_datasetSize(datasetSize), m_batch(batch), m_unshuffledEpochs(unshuffledEpochs)
{
}

SampleIds ShuffledSamples::ids(std::int64_t step)
{
    const StepPosition here = position(step);
    if (here.epoch != m_permutedEpoch)
        m_permutation = here.epoch > m_unshuffledEpochs ? permutation(m_datasetSize, m_seed, here.epoch)
                                                        : unshuffled(m_datasetSize);
    m_permutedEpoch = here.epoch;
    const std::int64_t batch = m_batch.in(here.epoch);
    const auto first = m_permutation.begin() + here.within * batch;
    const auto last = m_permutation.begin() + std::min((here.within + 1) * batch, m_datasetSize);
    return {first, last};
}

LengthBuckets::LengthBuckets(
    std::uint64_t seed, const std::vector<std::int64_t> &costs, const PerEpoch &batch, std::int64_t unshuffledEpochs)
    : LengthBuckets(seed, cut(seed, costs, batch), batch, unshuffledEpochs)
{
}

LengthBuckets::LengthBuckets(
    std::uint64_t seed, BatchesOf batches, const PerEpoch &batch, std::int64_t unshuffledEpochs)
    : Sampler(batch.mapped([&](std::int64_t size) { return std::int64_t(batches.at(size).size()); })), m_seed(seed),
      m_unshuffledEpochs(unshuffledEpochs), m_batch(batch), m_batches(std::move(batches))
{
}

LengthBuckets::BatchesOf LengthBuckets::cut(
    std::uint64_t seed, const std::vector<std::int64_t> &costs, const PerEpoch &batch)
{
    // Samples of one length are shuffled by the permutation of epoch 0, which no epoch of training uses.
    SampleIds ids = permutation(std::int64_t(costs.size()), seed, 0);
    const auto cost = [&](std::int64_t id) { return costs[std::size_t(id)]; };
    std::stable_sort(ids.begin(), ids.end(), [&](auto a, auto b) { return cost(a) < cost(b); });
    BatchesOf all;
    for (const std::int64_t size : batch.first()) {
        const auto [entry, isNew] = all.try_emplace(size);
        if (!isNew)
            continue;
        Batches &batches = entry->second;
        std::int64_t filled = size;
        for (const std::int64_t id : ids) {
            if (filled + cost(id) > size || batches.empty()) {
                batches.emplace_back();
                filled = 0;
            }
            batches.back().push_back(id);
            filled += cost(id);
        }
    }
    return all;
}

SampleIds LengthBuckets::ids(std::int64_t step)
{
    const StepPosition here = position(step);
    const std::int64_t steps = stepsPerEpoch().in(here.epoch);
    if (here.epoch != m_permutedEpoch)
        m_order = here.epoch > m_unshuffledEpochs ? permutation(steps, m_seed, here.epoch) : unshuffled(steps);
    m_permutedEpoch = here.epoch;
    return m_batches.at(m_batch.in(here.epoch))[std::size_t(m_order[std::size_t(here.within)])];
}

std::string sampleHash(const SampleIds &ids)
{
    char text[17];
    std::snprintf(text, sizeof text, "%016llx",
        static_cast<unsigned long long>(XXH3_64bits(ids.data(), ids.size() * sizeof(SampleIds::value_type))));
    return text;
}

} // namespace motley
