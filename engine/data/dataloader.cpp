#include "engine/data/dataloader.h"

#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <exception>
#include <numeric>

namespace motley {

namespace {

// The cost of one unit of the shares: 1 where batches count cost, otherwise the mean cost of a sample.
double costOfUnit(const Dataset &dataset, const Sampler &sampler)
{
    constexpr std::int64_t looks = 10'000;
    if (sampler.countsCost())
        return 1;
    const std::int64_t stride = std::max<std::int64_t>(1, dataset.size() / looks);
    std::int64_t cost = 0;
    std::int64_t seen = 0;
    for (std::int64_t id = 0; id < dataset.size(); id += stride, ++seen)
        cost += dataset.cost(id);
    return cost > 0 ? double(cost) / double(seen) : 1;
}

// What the ranks of this rank's group take of the batch.
SampleIds idsOfGroup(const SampleIds &ids, const DataLoaderOptions &options, const std::vector<std::int64_t> &shares,
    const std::vector<std::int64_t> &costs)
{
    if (options.groups.empty())
        return ids;
    SampleIds taken;
    for (int rank = 0; rank < int(options.groups.size()); ++rank)
        if (options.groups[std::size_t(rank)] == options.groups[std::size_t(options.rank)]) {
            const Range range = cutShare(shares, rank, costs);
            taken.insert(taken.end(), ids.begin() + range.first, ids.begin() + range.last);
        }
    return taken;
}

StepData makeStep(const Dataset &dataset, Sampler &sampler, const DataLoaderOptions &options,
    const std::vector<std::int64_t> &shares, double costOfUnit, std::int64_t step)
{
    const StepPosition position = sampler.position(step);
    const SampleIds ids = sampler.ids(step);
    const AugmentKey key{options.seed, position.epoch};
    const std::span<const std::int64_t> all(ids);
    std::vector<std::int64_t> costs;
    for (const std::int64_t id : ids)
        costs.push_back(dataset.cost(id));
    const Range range = cutShare(shares, options.rank, costs);
    const double cost
        = double(std::accumulate(costs.begin() + range.first, costs.begin() + range.last, std::int64_t(0)));
    const auto mine = all.subspan(std::size_t(range.first), std::size_t(range.size()));
    StepData data{position, std::int64_t(ids.size()), dataset.divisor(all, key), cost / costOfUnit, sampleHash(ids),
        dataset.batch(mine, key), 0};
    const SampleIds ofGroup = idsOfGroup(ids, options, shares, costs);
    data.groupWeight = options.groups.empty() ? data.weight : dataset.divisor(ofGroup, key);
    data.batch.wholeWeight = data.groupWeight;
    data.batch.wholeSecondWeight = dataset.secondWeight(ofGroup, key);
    data.batch.keys = sampleKeys(mine, key);
    if (!options.device.is_cpu())
        data.batch = data.batch.pinned();
    return data;
}

} // namespace

DataLoader::DataLoader(const Dataset &dataset, DataLoaderOptions options)
    : m_dataset(dataset), m_options(std::move(options)), m_cuts{{m_options.firstStep, m_options.shares}},
      m_thread([this](std::stop_token stop) { run(stop); })
{
}

DataLoader::~DataLoader()
{
    m_thread.request_stop();
    m_changed.notify_all();
}

void DataLoader::changeShares(std::int64_t fromStep, std::vector<std::int64_t> shares)
{
    const std::lock_guard lock(m_mutex);
    m_cuts.push_back({fromStep, std::move(shares)});
}

std::vector<std::int64_t> DataLoader::sharesAt(std::int64_t step)
{
    const std::lock_guard lock(m_mutex);
    while (m_cuts.size() > 1 && m_cuts[1].fromStep <= step)
        m_cuts.erase(m_cuts.begin());
    return m_cuts.front().shares;
}

Result<StepData> DataLoader::next()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_ready.empty(); });
    Result<StepData> data = std::move(m_ready.front());
    m_ready.pop_front();
    m_changed.notify_all();
    return data;
}

const StepData *DataLoader::upcoming()
{
    const std::lock_guard lock(m_mutex);
    const bool isReady = !m_ready.empty() && m_ready.front();
    return isReady ? &*m_ready.front() : nullptr; // stays valid: the prefetching thread only appends
}

void DataLoader::run(std::stop_token stop)
{
    if (!m_options.device.is_cpu()) // otherwise pinning would create a context on device 0
        c10::impl::VirtualGuardImpl(m_options.device.type()).setDevice(m_options.device);
    const auto sampler = m_dataset.sampler(m_options.seed, m_options.globalBatch, m_options.order);
    const double unit = costOfUnit(m_dataset, *sampler);
    for (std::int64_t step = m_options.firstStep; step <= m_options.lastStep && !stop.stop_requested(); ++step) {
        try {
            put(makeStep(m_dataset, *sampler, m_options, sharesAt(step), unit, step), stop);
        } catch (const std::exception &failure) { // such as out of memory from LibTorch
            put(fail("Could not prepare the data of step " + std::to_string(step) + ".", failure.what()), stop);
            return;
        }
    }
}

void DataLoader::put(Result<StepData> data, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this] { return m_ready.size() < m_options.ahead; });
    if (stop.stop_requested())
        return;
    m_ready.push_back(std::move(data));
    m_changed.notify_all();
}

} // namespace motley
