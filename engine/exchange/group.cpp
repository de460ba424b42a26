#include "engine/exchange/group.h"

#include "engine/exchange/cudaplugin.h"

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/comm.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

namespace motley {

namespace {

using BackendType = c10d::ProcessGroup::BackendType;
using Store = c10::intrusive_ptr<c10d::Store>;
constexpr std::size_t broadcastBytes = std::size_t(250) << 20;

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

// Small whole numbers add up exactly in any order.
bool addsUp(const Group &group, at::Device device)
{
    constexpr std::int64_t numbers = 1 << 18; // 1 MiB, so that a link is loaded with more than a packet
    const at::Tensor mine = at::arange(numbers, at::kFloat).remainder(1000).to(device);
    at::Tensor sum = mine * (group.rank() + 1);
    group.sum(sum);
    return at::equal(sum, mine * (group.size() * (group.size() + 1) / 2));
}

} // namespace

Result<Group> Group::form(const Plan &plan, int rank, at::Device device, const Store &store, std::chrono::seconds limit)
{
    Group group(rank, int(plan.ranks.size()));
    if (group.isAlone())
        return group;
    const std::string &address = plan.machines[std::size_t(plan.ranks[std::size_t(rank)].machine)].address;
    try {
        const auto gloo = makeGloo(store, rank, group.m_size, address, limit);
        group.m_processGroup = c10::make_intrusive<c10d::ProcessGroup>(below(store, "group"), rank, group.m_size);
        group.m_processGroup->setBackend(c10::DeviceType::CPU, BackendType::GLOO, gloo);
        group.m_processGroup->setDefaultBackend(BackendType::GLOO);
        if (plan.backend == Backend::Nccl) {
            const auto plugin = loadCudaPlugin();
            if (!plugin)
                return tl::unexpected(plugin.error());
            group.m_processGroup->setBackend(c10::DeviceType::CUDA, BackendType::NCCL,
                (*plugin)->makeNccl(below(store, "nccl"), rank, group.m_size, device.index(), limit));
        } else if (device.is_cuda()) {
            group.m_processGroup->setBackend(c10::DeviceType::CUDA, BackendType::GLOO, gloo);
        }
        if (!addsUp(group, device))
            return fail("Rank " + std::to_string(rank) + " at " + address
                + " got a wrong sum from the other ranks: the network between them damages data.");
    } catch (const std::exception &failure) {
        return fail("Rank " + std::to_string(rank) + " at " + address
                + " could not reach all other ranks. Check that a firewall lets the planned addresses talk to each "
                  "other.",
            failure.what());
    }
    return group;
}

void Group::sum(at::Tensor &tensor) const
{
    if (isAlone())
        return;
    std::vector<at::Tensor> tensors{tensor};
    m_processGroup->allreduce(tensors)->wait();
}

void Group::copyFromFirst(const std::vector<at::Tensor> &tensors) const
{
    if (!isAlone())
        c10d::broadcast_coalesced(m_processGroup, tensors, broadcastBytes, 0);
}

bool Group::isSameEverywhere(std::uint64_t value) const
{
    at::Tensor first = at::full({1}, std::int64_t(value), at::kLong);
    copyFromFirst({first});
    at::Tensor different = at::full({1}, first.item<std::int64_t>() == std::int64_t(value) ? 0 : 1, at::kLong);
    sum(different);
    return different.item<std::int64_t>() == 0;
}

} // namespace motley
