#include "engine/exchange/onelevelallreduce.h"

#include <torch/types.h>

namespace motley {

namespace {

// Bytes that a direct all-reduce sums so soon that the backward pass may wait for it.
constexpr std::size_t soonSummed = 64 << 10;

} // namespace

OneLevelAllReduce::OneLevelAllReduce(c10::intrusive_ptr<c10d::ProcessGroup> processGroup, DirectAllReduce *direct)
    : m_processGroup(std::move(processGroup)), m_direct(direct)
{
}

void OneLevelAllReduce::allReduce(at::Tensor &tensor)
{
    if (goesDirectly(tensor)) {
        m_direct->allReduce(tensor);
        return;
    }
    std::vector<at::Tensor> tensors{tensor};
    m_processGroup->allreduce(tensors)->wait();
}

AllReduce::Work OneLevelAllReduce::startAllReduce(at::Tensor &tensor, bool isLast)
{
    if (!isWorthOverlapping(tensor, isLast)) {
        m_direct->allReduce(tensor);
        return nullptr;
    }
    std::vector<at::Tensor> tensors{tensor};
    return m_processGroup->allreduce(tensors);
}

std::vector<AllReduce::Work> OneLevelAllReduce::startReduceScatter(
    at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast)
{
    if (!isWorthOverlapping(tensor, isLast) && m_direct->supportsReduceScatter(tensor, borders)) {
        m_direct->reduceScatter(tensor, borders);
        return {};
    }
    std::vector<Work> works;
    for (int rank = 0; rank < m_processGroup->getSize(); ++rank) {
        const std::int64_t begin = borders[std::size_t(rank)];
        const std::int64_t end = borders[std::size_t(rank) + 1];
        std::vector<at::Tensor> part{tensor.slice(0, begin, end)};
        c10d::ReduceOptions options;
        options.rootRank = rank;
        if (begin < end)
            works.push_back(m_processGroup->reduce(part, options));
    }
    return works;
}

bool OneLevelAllReduce::goesDirectly(const at::Tensor &tensor) const
{
    return m_direct && DirectAllReduce::supports(tensor);
}

bool OneLevelAllReduce::isWorthOverlapping(const at::Tensor &tensor, bool isLast) const
{
    return !goesDirectly(tensor) || (!isLast && tensor.nbytes() > soonSummed);
}

} // namespace motley
