#include "engine/exchange/group.h"

#include "engine/device/cudaplugin.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/allreducelevels.h"
#include "engine/plan/forecast/gradientbuckets.h"
#include "engine/rendezvous/peerconnections.h"

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/comm.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

namespace motley {

namespace {

using BackendType = c10d::ProcessGroup::BackendType;
using Store = c10::intrusive_ptr<c10d::Store>;
constexpr std::size_t modelBroadcastBytes
    = std::size_t(gradientBucketBytes); // copied beside the tensors; two at a time
// Bytes that a direct all-reduce sums so soon that the backward pass may wait for it.
constexpr std::size_t soonSummed = 64 << 10;
constexpr std::chrono::milliseconds directConnectLimit{60000}; // without a direct all-reduce a run is only slower

c10::intrusive_ptr<c10d::Store> below(const Store &store, const std::string &prefix)
{
    return c10::make_intrusive<c10d::PrefixStore>(prefix, store);
}

// Gloo carries the small CPU tensors of every run, and the gradients where not all devices are GPUs.
c10::intrusive_ptr<c10d::Backend> makeGloo(
    const Store &store, int rank, int size, const std::string &address, std::chrono::milliseconds limit)
{
    auto options = c10d::ProcessGroupGloo::Options::create(limit);
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(address));
    return c10::make_intrusive<c10d::ProcessGroupGloo>(below(store, "gloo"), rank, size, options);
}

bool isOnCpu(const PlannedRank &rank)
{
    return rank.device.kind == Device::Kind::Cpu;
}

const std::string &addressOf(const Plan &plan, int rank)
{
    return plan.machines[std::size_t(plan.ranks[std::size_t(rank)].machine)].address;
}

std::vector<std::vector<int>> levelsOf(const Plan &plan, int rank)
{
    std::vector<int> machines;
    for (const PlannedRank &planned : plan.ranks)
        machines.push_back(planned.machine);
    return allReduceLevels(machines, rank);
}

// The connections of one group out of those with all peers.
DirectAllReduce::Level levelOf(
    const std::vector<int> &ranks, int rank, std::vector<Descriptor> &connections, std::chrono::milliseconds limit)
{
    std::vector<Descriptor> links;
    for (const int peer : ranks)
        links.push_back(std::move(connections[std::size_t(peer)]));
    const int place = int(std::find(ranks.begin(), ranks.end(), rank) - ranks.begin());
    return {PeerSockets(std::move(links), limit, ranks), place, int(ranks.size())};
}

c10::intrusive_ptr<c10d::ProcessGroup> makeProcessGroup(const Plan &plan, int rank, at::Device device,
    const CudaPlugin *plugin, const Store &store, std::chrono::milliseconds limit)
{
    const auto size = int(plan.ranks.size());
    const auto gloo = makeGloo(store, rank, size, addressOf(plan, rank), limit);
    auto all = c10::make_intrusive<c10d::ProcessGroup>(below(store, "group"), rank, size);
    all->setBackend(c10::DeviceType::CPU, BackendType::GLOO, gloo);
    all->setDefaultBackend(BackendType::GLOO);
    if (device.is_cuda() && plan.backend == Backend::Nccl)
        all->setBackend(c10::DeviceType::CUDA, BackendType::NCCL,
            plugin->makeNccl(below(store, "nccl"), rank, size, device.index(), limit));
    else if (device.is_cuda())
        all->setBackend(c10::DeviceType::CUDA, BackendType::GLOO, gloo);
    return all;
}

// The index of a rank among those for which `counts` is true; it must be one of them.
template <typename Counts>
int placeAmong(const Plan &plan, int rank, const Counts &counts)
{
    return int(std::count_if(plan.ranks.begin(), plan.ranks.begin() + rank, counts));
}

// The GPU ranks form one island over NCCL, led by its first rank; every CPU rank is an island of its own.
std::shared_ptr<const HierarchicalAllReduce> makeHierarchicalAllReduce(const Plan &plan, int rank, at::Device device,
    const CudaPlugin *plugin, const Store &store, std::chrono::milliseconds limit)
{
    const auto isOnGpu = [](const PlannedRank &planned) { return !isOnCpu(planned); };
    const auto gpus = int(std::count_if(plan.ranks.begin(), plan.ranks.end(), isOnGpu));
    const auto leader = int(std::find_if(plan.ranks.begin(), plan.ranks.end(), isOnGpu) - plan.ranks.begin());
    c10::intrusive_ptr<c10d::ProcessGroup> island;
    c10::intrusive_ptr<c10d::ProcessGroup> leaders;
    if (device.is_cuda() && gpus > 1) {
        const int place = placeAmong(plan, rank, isOnGpu);
        island = c10::make_intrusive<c10d::ProcessGroup>(below(store, "island"), place, gpus);
        island->setBackend(c10::DeviceType::CUDA, BackendType::NCCL,
            plugin->makeNccl(below(store, "nccl"), place, gpus, device.index(), limit));
        island->setDefaultBackend(BackendType::NCCL);
    }
    if (device.is_cpu() || rank == leader) {
        const int size = int(plan.ranks.size()) - gpus + 1;
        const auto leads = [&](const PlannedRank &planned) {
            return isOnCpu(planned) || &planned == &plan.ranks[std::size_t(leader)];
        };
        const int place = placeAmong(plan, rank, leads);
        leaders = c10::make_intrusive<c10d::ProcessGroup>(below(store, "leaders"), place, size);
        leaders->setBackend(c10::DeviceType::CPU, BackendType::GLOO,
            makeGloo(below(store, "leaders"), place, size, addressOf(plan, rank), limit));
        leaders->setDefaultBackend(BackendType::GLOO);
    }
    return std::make_shared<const HierarchicalAllReduce>(island, leaders, device);
}

// Whether a known sum comes out right. Small whole numbers add up exactly in any order.
template <typename Sum>
bool addsUp(const Group &group, at::Device device, const Sum &allReduce)
{
    constexpr std::int64_t numbers = 1 << 18; // 1 MiB, so that a link is loaded with more than a packet
    at::Tensor same = at::arange(numbers, at::TensorOptions(device).dtype(at::kFloat)).remainder_(1000);
    at::Tensor sum = same * (group.rank() + 1);
    allReduce(sum);
    return at::equal(sum, same.mul_(group.size() * (group.size() + 1) / 2));
}

} // namespace

RankResult<Group> Group::form(
    const Plan &plan, int rank, at::Device device, const Store &store, std::chrono::seconds limit, Activity activity)
{
    using Kind = RankFailed::Kind;
    Group group(rank, int(plan.ranks.size()), std::move(activity));
    if (group.isAlone())
        return group;
    const std::string &address = addressOf(plan, rank);
    const CudaPlugin *plugin = nullptr;
    if (device.is_cuda()) {
        const auto loaded = loadCudaPlugin();
        if (!loaded)
            return tl::unexpected(RankError(loaded.error(), Kind::DeviceFailed));
        plugin = *loaded;
    }
    try {
        group.m_processGroup = makeProcessGroup(plan, rank, device, plugin, store, limit);
        group.m_allOnCpu = std::all_of(plan.ranks.begin(), plan.ranks.end(), isOnCpu);
        if (plan.backend == Backend::Gloo && !group.m_allOnCpu)
            group.m_hierarchicalAllReduce = makeHierarchicalAllReduce(plan, rank, device, plugin, store, limit);
        auto direct = group.makeDirectAllReduce(plan, below(store, "direct"), limit);
        if (direct)
            group.m_directAllReduce = *std::move(direct);
        else
            group.m_whyIndirect = direct.error().message;
        // Gradients go through the process group while the backward pass goes on, small sums directly.
        const bool isRight = addsUp(group, device, [&](at::Tensor &sum) { group.allReduce(sum); })
            && (group.m_hierarchicalAllReduce
                || addsUp(group, device, [&](at::Tensor &sum) { group.allReduceOnOneLevel(sum, false); }));
        if (!isRight)
            return fail("Rank " + std::to_string(rank) + " at " + address
                + " got a wrong sum from the other ranks: the network between them damages data.");
    } catch (const std::exception &failure) {
        if (isOutOfMemory(failure))
            return fail(Kind::OutOfMemory,
                "Rank " + std::to_string(rank) + " at " + address
                    + " has too little memory to exchange anything with the other ranks. Raise memory.limitMiB, or "
                      "train without this device.",
                failure.what());
        return fail(Kind::PeerLost,
            "Rank " + std::to_string(rank) + " at " + address
                + " could not reach all other ranks. Check that a firewall lets the planned addresses talk to each "
                  "other.",
            failure.what());
    }
    return group;
}

// An error if any rank cannot connect to its peers: either all ranks use the direct all-reduce or none.
Result<std::shared_ptr<DirectAllReduce>> Group::makeDirectAllReduce(
    const Plan &plan, const Store &store, std::chrono::milliseconds limit) const
{
    const auto groups = levelsOf(plan, m_rank);
    PeerEndpoint endpoint{m_rank, m_size, addressOf(plan, m_rank), {}};
    for (const std::vector<int> &ranks : groups)
        std::copy_if(
            ranks.begin(), ranks.end(), std::back_inserter(endpoint.peers), [&](int peer) { return peer != m_rank; });
    std::vector<Descriptor> connections;
    std::string why = "another rank could not connect to its peers";
    try {
        connections = connectPeers(endpoint, *store, std::min(limit, directConnectLimit));
    } catch (const std::exception &failure) {
        why = failure.what();
    }
    at::Tensor connected = at::full({1}, std::int64_t(connections.empty() ? 0 : 1), at::kLong);
    allReduceHost(connected);
    if (connected.item<std::int64_t>() < m_size)
        return fail(why);
    std::vector<DirectAllReduce::Level> levels;
    for (const std::vector<int> &ranks : groups)
        levels.push_back(levelOf(ranks, m_rank, connections, limit));
    const bool isTop = groups.back() == levelsOf(plan, 0).back(); // rank 0 leads every group that it belongs to
    return std::make_shared<DirectAllReduce>(std::move(levels), isTop);
}

// Whether there are links with all ranks is the same on all of them.
PointToPoint Group::pointToPoint() const
{
    PeerSockets *links = m_directAllReduce ? m_directAllReduce->linksWithAll() : nullptr;
    return {m_processGroup, links ? std::shared_ptr<PeerSockets>(m_directAllReduce, links) : nullptr};
}

void Group::communicate(const std::function<void()> &call) const
{
    m_activity->beginCollective();
    try {
        call();
    } catch (const std::exception &failure) {
        if (!isOutOfMemory(failure))
            m_activity->losePeers();
        throw;
    }
}

void Group::wait(const Work &work) const
{
    try {
        work->wait();
        m_activity->advance();
    } catch (const std::exception &) {
        m_activity->losePeers();
        throw;
    }
}

void Group::leave()
{
    if (m_hierarchicalAllReduce)
        m_hierarchicalAllReduce->leave();
    if (m_processGroup)
        m_processGroup->shutdown();
}

template <typename Sum>
void Group::timed(at::Device device, const Sum &sum) const
{
    if (isAlone())
        return;
    DeviceInterval interval;
    interval.begin(device);
    communicate(sum);
    interval.end(device);
    const std::lock_guard lock(m_timeInAllReduce->mutex);
    m_timeInAllReduce->open.push_back(std::move(interval));
}

double Group::secondsInAllReduce() const
{
    const std::lock_guard lock(m_timeInAllReduce->mutex);
    for (const DeviceInterval &interval : m_timeInAllReduce->open)
        m_timeInAllReduce->seconds += interval.seconds();
    m_timeInAllReduce->open.clear();
    return m_timeInAllReduce->seconds;
}

void Group::allReduce(at::Tensor &tensor) const
{
    timed(tensor.device(), [&] {
        if (m_hierarchicalAllReduce)
            m_hierarchicalAllReduce->allReduce(tensor);
        else
            allReduceOnOneLevel(tensor, usesDirectAllReduce(tensor));
    });
}

void Group::allReduceHost(at::Tensor &tensor) const
{
    timed(at::kCPU, [&] { allReduceOnOneLevel(tensor, m_directAllReduce && DirectAllReduce::takes(tensor)); });
}

void Group::allReduceOnOneLevel(at::Tensor &tensor, bool directly) const
{
    if (directly) {
        m_directAllReduce->allReduce(tensor);
        return;
    }
    std::vector<at::Tensor> tensors{tensor};
    m_processGroup->allreduce(tensors)->wait();
}

Group::Work Group::startAllReduce(at::Tensor &tensor, bool isLast) const
{
    if (isAlone())
        return nullptr;
    if (m_hierarchicalAllReduce || blocksShortly(tensor, isLast)) {
        allReduce(tensor);
        return nullptr;
    }
    std::vector<at::Tensor> tensors{tensor};
    Work work;
    communicate([&] { work = m_processGroup->allreduce(tensors); });
    return work;
}

std::vector<Group::Work> Group::startReduceScatter(
    at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast) const
{
    if (isAlone())
        return {};
    if (m_hierarchicalAllReduce) {
        allReduce(tensor);
        return {};
    }
    if (blocksShortly(tensor, isLast) && m_directAllReduce->takesReduceScatter(tensor, borders)) {
        timed(at::kCPU, [&] { m_directAllReduce->reduceScatter(tensor, borders); });
        return {};
    }
    std::vector<Work> works;
    communicate([&] {
        for (int rank = 0; rank < m_size; ++rank) {
            const std::int64_t begin = borders[std::size_t(rank)];
            const std::int64_t end = borders[std::size_t(rank) + 1];
            std::vector<at::Tensor> part{tensor.slice(0, begin, end)};
            c10d::ReduceOptions options;
            options.rootRank = rank;
            if (begin < end)
                works.push_back(m_processGroup->reduce(part, options));
        }
    });
    return works;
}

bool Group::blocksShortly(const at::Tensor &tensor, bool isLast) const
{
    return usesDirectAllReduce(tensor) && (isLast || tensor.nbytes() <= soonSummed);
}

// A tensor in host memory here does not show where the other ranks have theirs: all must compute on CPUs.
bool Group::usesDirectAllReduce(const at::Tensor &tensor) const
{
    return m_allOnCpu && m_directAllReduce && DirectAllReduce::takes(tensor);
}

void Group::broadcast(const std::vector<at::Tensor> &tensors) const
{
    if (!isAlone())
        communicate([&] { c10d::broadcast_coalesced(m_processGroup, tensors, modelBroadcastBytes, 0); });
}

bool Group::isSameOnAllRanks(std::uint64_t value) const
{
    at::Tensor first = at::full({1}, std::int64_t(value), at::kLong);
    broadcast({first});
    at::Tensor different = at::full({1}, first.item<std::int64_t>() == std::int64_t(value) ? 0 : 1, at::kLong);
    allReduceHost(different);
    return different.item<std::int64_t>() == 0;
}

} // namespace motley
