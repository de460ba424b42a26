#include "engine/exchange/hierarchicalallreduce.h"

#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/core/StreamGuard.h>
#include <torch/types.h>

namespace motley {

namespace {

// Copies between a device and pinned memory in the stream, while the host goes on. The event is after the copy.
c10::Event copyIn(const c10::Stream &stream, at::Tensor &to, const at::Tensor &from)
{
    const c10::StreamGuard guard(stream);
    to.copy_(from, /*non_blocking=*/true);
    c10::Event done(stream.device_type());
    done.record(stream);
    return done;
}

} // namespace

HierarchicalAllReduce::HierarchicalAllReduce(
    c10::intrusive_ptr<c10d::ProcessGroup> island, c10::intrusive_ptr<c10d::ProcessGroup> leaders, at::Device device)
    : m_island(std::move(island)), m_leaders(std::move(leaders))
{
    if (m_leaders && !device.is_cpu())
        m_copies = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
}

void HierarchicalAllReduce::leave()
{
    if (m_island)
        m_island->shutdown();
    if (m_leaders)
        m_leaders->shutdown();
}

void HierarchicalAllReduce::abort()
{
    if (m_leaders)
        m_leaders->abort();
    if (m_island)
        m_island->abort();
}

void HierarchicalAllReduce::allReduce(at::Tensor &tensor)
{
    std::vector<at::Tensor> tensors{tensor};
    if (m_island)
        m_island->reduce(tensors)->wait(); // to the island's leader
    if (m_copies)
        sumThroughPinnedMemory(tensor);
    else if (m_leaders)
        m_leaders->allreduce(tensors)->wait();
    if (m_island)
        m_island->broadcast(tensors)->wait();
}

AllReduce::Work HierarchicalAllReduce::startAllReduce(at::Tensor &tensor, bool /*isLast*/)
{
    allReduce(tensor);
    return nullptr;
}

std::vector<AllReduce::Work> HierarchicalAllReduce::startReduceScatter(
    at::Tensor &tensor, const std::vector<std::int64_t> & /*borders*/, bool /*isLast*/)
{
    allReduce(tensor);
    return {};
}

// The computing stream comes back to the tensor after both copies, so its memory cannot be given away during them.
void HierarchicalAllReduce::sumThroughPinnedMemory(at::Tensor &tensor)
{
    const c10::Stream computing = c10::impl::VirtualGuardImpl(tensor.device().type()).getStream(tensor.device());
    c10::Event computed(tensor.device().type());
    computed.record(computing);
    computed.block(*m_copies);
    std::vector<at::Tensor> inMemory{at::empty_like(tensor, at::device(at::kCPU).pinned_memory(true))};
    copyIn(*m_copies, inMemory.front(), tensor).synchronize(); // the leaders' sum reads the numbers
    m_leaders->allreduce(inMemory)->wait();
    copyIn(*m_copies, tensor, inMemory.front()).block(computing);
}

} // namespace motley
