#include "engine/exchange/hierarchicalallreduce.h"

#include <torch/types.h>

namespace motley {

HierarchicalAllReduce::HierarchicalAllReduce(
    c10::intrusive_ptr<c10d::ProcessGroup> island, c10::intrusive_ptr<c10d::ProcessGroup> leaders)
    : m_island(std::move(island)), m_leaders(std::move(leaders))
{
}

void HierarchicalAllReduce::leave() const
{
    if (m_island)
        m_island->shutdown();
    if (m_leaders)
        m_leaders->shutdown();
}

void HierarchicalAllReduce::allReduce(at::Tensor &tensor) const
{
    std::vector<at::Tensor> tensors{tensor};
    if (m_island)
        m_island->reduce(tensors)->wait(); // to the island's leader
    if (m_leaders) {
        std::vector<at::Tensor> inMemory{tensor.cpu()}; // the tensor itself, if it is in host memory already
        m_leaders->allreduce(inMemory)->wait();
        if (!tensor.is_cpu())
            tensor.copy_(inMemory.front());
    }
    if (m_island)
        m_island->broadcast(tensors)->wait();
}

} // namespace motley
