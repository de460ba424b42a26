// All-reduce over ranks of two kinds, such as GPU ranks, which reach each other over NCCL, and CPU ranks. Every rank
// belongs to an island. Each island reduces to its leader over its own backend, the leaders all-reduce among
// themselves, and each leader broadcasts the result to its island.
#pragma once

#include "engine/exchange/allreduce.h"

#include <c10/core/Stream.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <optional>

namespace motley {

class HierarchicalAllReduce : public AllReduce {
public:
    // `island`: the process group of this rank's island, whose rank 0 leads it; null: the island has no other rank.
    // `leaders`: the process group of the leaders, over host memory; null: this rank is no leader. `device`: the one
    // that this rank has its tensors on.
    HierarchicalAllReduce(c10::intrusive_ptr<c10d::ProcessGroup> island, c10::intrusive_ptr<c10d::ProcessGroup> leaders,
        at::Device device);

    // On the rank's device; blocks until the leaders have summed, though the sum may still be on its way to the device
    // then, where the current stream waits for it. All ranks get the same bits.
    void allReduce(at::Tensor &tensor) override;
    // Block in the same way, and leave each rank the whole sum.
    Work startAllReduce(at::Tensor &tensor, bool isLast) override;
    std::vector<Work> startReduceScatter(
        at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast) override;

    void leave() override;
    void abort() override;

private:
    void sumThroughPinnedMemory(at::Tensor &tensor);

    c10::intrusive_ptr<c10d::ProcessGroup> m_island;
    c10::intrusive_ptr<c10d::ProcessGroup> m_leaders;
    std::optional<c10::Stream> m_copies; // of a leader on a device: between its memory and the host's
};

} // namespace motley
