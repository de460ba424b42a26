// All-reduce over ranks of two kinds, such as GPU ranks, which reach each other over NCCL, and CPU ranks. Every rank
// belongs to an island. Each island reduces to its leader over its own backend, the leaders all-reduce among
// themselves, and each leader broadcasts the result to its island.
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace motley {

class HierarchicalAllReduce {
public:
    // `island`: the process group of this rank's island, whose rank 0 leads it; null: the island has no other rank.
    // `leaders`: the process group of the leaders, over host memory; null: this rank is no leader.
    HierarchicalAllReduce(
        c10::intrusive_ptr<c10d::ProcessGroup> island, c10::intrusive_ptr<c10d::ProcessGroup> leaders);

    // In place, on the rank's device; blocks until the leaders have summed. All ranks get the same bits. Throws what
    // c10d throws when a peer is gone.
    void leave() const; // as Group::leave()
    void allReduce(at::Tensor &tensor) const;

private:
    c10::intrusive_ptr<c10d::ProcessGroup> m_island;
    c10::intrusive_ptr<c10d::ProcessGroup> m_leaders;
};

} // namespace motley
