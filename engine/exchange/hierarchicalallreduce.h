// All-reduce over ranks of two kinds, such as GPU ranks, which reach each other over NCCL, and CPU ranks. Every rank
// belongs to an island. Each island reduces to its leader over its own backend, the leaders all-reduce among
// themselves, and each leader broadcasts the result to its island.
#pragma once

#include <c10/core/Stream.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <optional>

namespace motley {

class HierarchicalAllReduce {
public:
    // `island`: the process group of this rank's island, whose rank 0 leads it; null: the island has no other rank.
    // `leaders`: the process group of the leaders, over host memory; null: this rank is no leader. `device`: the one
    // that this rank has its tensors on.
    HierarchicalAllReduce(c10::intrusive_ptr<c10d::ProcessGroup> island, c10::intrusive_ptr<c10d::ProcessGroup> leaders,
        at::Device device);

    void leave() const; // as Group::leave()

    // In place, on the rank's device; blocks until the leaders have summed, though the sum may still be on its way to
    // the device then, where the current stream waits for it. All ranks get the same bits. Throws what c10d throws when
    // a peer is gone.
    void allReduce(at::Tensor &tensor) const;

private:
    void sumThroughPinnedMemory(at::Tensor &tensor) const;

    c10::intrusive_ptr<c10d::ProcessGroup> m_island;
    c10::intrusive_ptr<c10d::ProcessGroup> m_leaders;
    std::optional<c10::Stream> m_copies; // of a leader on a device: between its memory and the host's
};

} // namespace motley
