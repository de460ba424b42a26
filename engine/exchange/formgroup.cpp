// How Group comes about: the process groups and connections that a plan calls for, and a sum in each way that it will
// sum.
#include "engine/exchange/group.h"

#include "engine/base/abortablecall.h"
#include "engine/device/cudaplugin.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/abortablegloo.h"
#include "engine/exchange/allreducelevels.h"
#include "engine/exchange/hierarchicalallreduce.h"
#include "engine/exchange/onelevelallreduce.h"
#include "engine/exchange/peerlost.h"
#include "engine/rendezvous/peerconnections.h"

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

namespace motley {

namespace {

using BackendType = c10d::ProcessGroup::BackendType;
using Store = c10::intrusive_ptr<c10d::Store>;
constexpr std::chrono::milliseconds directConnectLimit{60000}; // without a direct all-reduce a run is only slower
constexpr std::chrono::milliseconds glooConnectLimit{120000}; // from when all ranks are there

// What the parts of a group are connected with.
struct Meeting {
    Store store;
    std::chrono::milliseconds limit; // of a collective
    std::stop_token abort;
};

c10::intrusive_ptr<c10d::Store> below(const Store &store, const std::string &prefix)
{
    return c10::make_intrusive<c10d::PrefixStore>(prefix, store);
}

template <typename Call>
auto unlessAborted(const Meeting &meeting, Call call)
{
    auto value = callUnlessAborted(meeting.abort, std::move(call));
    if (!value)
        throw PeerLost("Other ranks are to train together than those that were being connected.");
    return *std::move(value);
}

// Waits until all ranks are there: one may take long to open its data, or be lost meanwhile. Nothing that connects them
// afterwards has to wait for that.
void meet(c10d::Store &store, int rank, int size, std::chrono::milliseconds limit)
{
    const auto keyOf = [](int peer) { return "here/" + std::to_string(peer); };
    std::vector<std::string> keys;
    for (int peer = 0; peer < size; ++peer)
        keys.push_back(keyOf(peer));
    store.set(keyOf(rank), "1");
    store.wait(keys, limit);
}

// Gloo carries the small CPU tensors of every run, and the gradients where not all devices are GPUs.
c10::intrusive_ptr<c10d::Backend> makeGloo(
    const Meeting &meeting, const Store &store, int rank, int size, const std::string &address)
{
    const AbortableGloo::Limits limits{std::min(meeting.limit, glooConnectLimit), meeting.limit};
    return unlessAborted(meeting, [=, own = below(store, "gloo")] {
        const auto interface = c10d::ProcessGroupGloo::createDeviceForHostname(address);
        return c10::intrusive_ptr<c10d::Backend>(
            c10::make_intrusive<AbortableGloo>(own, rank, size, interface, limits));
    });
}

// Aborts a group of NCCL's that nobody has come for: its end would wait for peers that may be gone.
class NewNccl {
public:
    explicit NewNccl(c10::intrusive_ptr<c10d::Backend> nccl) : m_nccl(std::move(nccl)) { }
    NewNccl(NewNccl &&) = default;
    NewNccl &operator=(NewNccl &&) = default;
    ~NewNccl()
    {
        if (m_nccl)
            m_nccl->abort();
    }
    c10d::Backend *operator->() const { return m_nccl.get(); }
    c10::intrusive_ptr<c10d::Backend> take() { return std::move(m_nccl); }

private:
    c10::intrusive_ptr<c10d::Backend> m_nccl;
};

// NCCL connects with the first collective.
c10::intrusive_ptr<c10d::Backend> makeNccl(
    const Meeting &meeting, const Store &store, int rank, int size, at::Device device, const CudaPlugin *plugin)
{
    const auto connect = [=, own = below(store, "nccl"), limit = meeting.limit] {
        NewNccl nccl(plugin->makeNccl(own, rank, size, device.index(), limit));
        std::vector<at::Tensor> number{at::ones({1}, device)};
        nccl->allreduce(number, {})->wait();
        return nccl;
    };
    return unlessAborted(meeting, connect).take();
}

bool isOnCpu(const PlannedRank &rank)
{
    return rank.device.kind == Device::Kind::Cpu;
}

const std::string &addressOf(const Plan &plan, int rank)
{
    return plan.machineOf(rank).address;
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
    const int groupRank = int(std::find(ranks.begin(), ranks.end(), rank) - ranks.begin());
    return {PeerSockets(std::move(links), limit, ranks), groupRank, int(ranks.size())};
}

c10::intrusive_ptr<c10d::ProcessGroup> makeProcessGroup(
    const Plan &plan, int rank, at::Device device, const CudaPlugin *plugin, const Meeting &meeting)
{
    const Store &store = meeting.store;
    const auto size = int(plan.ranks.size());
    const auto gloo = makeGloo(meeting, store, rank, size, addressOf(plan, rank));
    auto all = c10::make_intrusive<c10d::ProcessGroup>(below(store, "group"), rank, size);
    all->setBackend(c10::DeviceType::CPU, BackendType::GLOO, gloo);
    all->setDefaultBackend(BackendType::GLOO);
    if (device.is_cuda() && plan.backend == Backend::Nccl)
        all->setBackend(c10::DeviceType::CUDA, BackendType::NCCL, makeNccl(meeting, store, rank, size, device, plugin));
    else if (device.is_cuda())
        all->setBackend(c10::DeviceType::CUDA, BackendType::GLOO, gloo);
    return all;
}

// The index of a rank among those for which `counts` is true; it must be one of them.
template <typename Counts>
int groupRankOf(const Plan &plan, int rank, const Counts &counts)
{
    return int(std::count_if(plan.ranks.begin(), plan.ranks.begin() + rank, counts));
}

// The GPU ranks form one island over NCCL, led by its first rank; every CPU rank is an island of its own.
std::unique_ptr<AllReduce> makeHierarchicalAllReduce(
    const Plan &plan, int rank, at::Device device, const CudaPlugin *plugin, const Meeting &meeting)
{
    const Store &store = meeting.store;
    const auto isOnGpu = [](const PlannedRank &planned) { return !isOnCpu(planned); };
    const auto gpus = int(std::count_if(plan.ranks.begin(), plan.ranks.end(), isOnGpu));
    const auto leader = int(std::find_if(plan.ranks.begin(), plan.ranks.end(), isOnGpu) - plan.ranks.begin());
    c10::intrusive_ptr<c10d::ProcessGroup> island;
    c10::intrusive_ptr<c10d::ProcessGroup> leaders;
    if (device.is_cuda() && gpus > 1) {
        const int groupRank = groupRankOf(plan, rank, isOnGpu);
        island = c10::make_intrusive<c10d::ProcessGroup>(below(store, "island"), groupRank, gpus);
        island->setBackend(
            c10::DeviceType::CUDA, BackendType::NCCL, makeNccl(meeting, store, groupRank, gpus, device, plugin));
        island->setDefaultBackend(BackendType::NCCL);
    }
    if (device.is_cpu() || rank == leader) {
        const int size = int(plan.ranks.size()) - gpus + 1;
        const auto leads = [&](const PlannedRank &planned) {
            return isOnCpu(planned) || &planned == &plan.ranks[std::size_t(leader)];
        };
        const int groupRank = groupRankOf(plan, rank, leads);
        leaders = c10::make_intrusive<c10d::ProcessGroup>(below(store, "leaders"), groupRank, size);
        leaders->setBackend(c10::DeviceType::CPU, BackendType::GLOO,
            makeGloo(meeting, below(store, "leaders"), groupRank, size, addressOf(plan, rank)));
        leaders->setDefaultBackend(BackendType::GLOO);
    }
    return std::make_unique<HierarchicalAllReduce>(island, leaders, device);
}

// An error if any rank cannot connect to its peers: either all ranks use the direct all-reduce or none.
Result<std::unique_ptr<DirectAllReduce>> makeDirectAllReduce(const Plan &plan, Group &group, const Meeting &meeting)
{
    const int rank = group.rank();
    const auto groups = levelsOf(plan, rank);
    PeerEndpoint endpoint{rank, group.worldSize(), addressOf(plan, rank), {}};
    for (const std::vector<int> &ranks : groups)
        std::copy_if(
            ranks.begin(), ranks.end(), std::back_inserter(endpoint.peers), [&](int peer) { return peer != rank; });
    std::vector<Descriptor> connections;
    std::string why = "another rank could not connect to its peers";
    try {
        connections = unlessAborted(meeting,
            [endpoint, store = below(meeting.store, "direct"), limit = std::min(meeting.limit, directConnectLimit)] {
                return connectPeers(endpoint, *store, limit);
            });
    } catch (const PeerLost &) {
        throw;
    } catch (const std::exception &failure) {
        why = failure.what();
    }
    if (!group.all(!connections.empty()))
        return fail(why);
    std::vector<DirectAllReduce::Level> levels;
    for (const std::vector<int> &ranks : groups)
        levels.push_back(levelOf(ranks, rank, connections, meeting.limit));
    const bool isTop = groups.back() == levelsOf(plan, 0).back(); // rank 0 leads every group that it belongs to
    return std::make_unique<DirectAllReduce>(std::move(levels), isTop);
}

// Whether a known sum comes out right. Small whole numbers add up exactly in any order.
template <typename Sum>
bool addsUp(const Group &group, at::Device device, const Sum &allReduce)
{
    // 256 KiB load a link with more than a packet, and fit beside the model where memory is short.
    constexpr std::int64_t numbers = 1 << 16;
    at::Tensor same = at::arange(numbers, at::TensorOptions(device).dtype(at::kFloat)).remainder_(1000);
    at::Tensor sum = same * (group.rank() + 1);
    allReduce(sum);
    return at::equal(sum, same.mul_(group.worldSize() * (group.worldSize() + 1) / 2));
}

} // namespace

RankResult<Group> Group::form(
    const Plan &plan, int rank, at::Device device, const Store &store, std::chrono::seconds limit, FormOptions options)
{
    using Kind = RankFailed::Kind;
    const int number = options.number.value_or(rank);
    Group group(rank, int(plan.ranks.size()), std::move(options.activity), number);
    if (group.isAlone())
        return group;
    const std::string name = "Rank " + std::to_string(number) + " at " + addressOf(plan, rank);
    const Meeting meeting{store, limit, options.abort};
    const auto abort = [&] { group.abort(); };
    const CudaPlugin *plugin = nullptr;
    if (device.is_cuda()) {
        const auto loaded = loadCudaPlugin();
        if (!loaded)
            return tl::unexpected(RankError(loaded.error(), Kind::DeviceFailed));
        plugin = *loaded;
    }
    try {
        meet(*store, rank, group.worldSize(), limit);
        group.m_processGroup = makeProcessGroup(plan, rank, device, plugin, meeting);
        const auto makeOneLevel = [&](DirectAllReduce *direct) {
            return std::make_unique<OneLevelAllReduce>(group.m_processGroup, direct);
        };
        group.m_onHost = makeOneLevel(nullptr);
        const bool isOnTwoLevels
            = plan.backend == Backend::Gloo && !std::all_of(plan.ranks.begin(), plan.ranks.end(), isOnCpu);
        group.m_onDevices = isOnTwoLevels ? makeHierarchicalAllReduce(plan, rank, device, plugin, meeting)
                                          : std::unique_ptr<AllReduce>(makeOneLevel(nullptr));
        auto direct = [&] { // what is aborted must not change meanwhile
            const std::stop_callback aborting(meeting.abort, abort);
            return makeDirectAllReduce(plan, group, meeting);
        }();
        if (direct)
            group.m_directAllReduce = *std::move(direct);
        else
            group.m_fallbackReason = direct.error().message;
        group.m_onHost = makeOneLevel(group.m_directAllReduce.get());
        if (!isOnTwoLevels)
            group.m_onDevices = makeOneLevel(group.m_directAllReduce.get());
        const std::stop_callback aborting(meeting.abort, abort);
        // Gradients go through the process group while the backward pass goes on, small sums directly.
        const auto asChosen = [&](at::Tensor &sum) { group.allReduce(sum); };
        const auto withoutDirect = [&](at::Tensor &sum) { makeOneLevel(nullptr)->allReduce(sum); };
        // All ranks take part in both sums, whatever they find in the first.
        const bool isRightAsChosen = addsUp(group, device, asChosen);
        const bool isRightWithout = isOnTwoLevels || addsUp(group, device, withoutDirect);
        if (*group.m_hasLostPeers) // an aborted kernel leaves anything
            throw PeerLost("Other ranks are to train together than those that were connected.");
        if (!isRightAsChosen || !isRightWithout)
            return fail(name + " got a wrong sum from the other ranks: the network between them damages data.");
    } catch (const std::exception &failure) {
        group.abort();
        if (isOutOfMemory(failure))
            return fail(Kind::OutOfMemory,
                name
                    + " has too little memory to exchange anything with the other ranks. Raise memory.limitMiB, or "
                      "train without this device.",
                failure.what());
        return fail(Kind::PeerLost,
            name
                + " could not reach all other ranks. Check that a firewall lets the planned addresses talk to each "
                  "other.",
            failure.what());
    }
    return group;
}

} // namespace motley
