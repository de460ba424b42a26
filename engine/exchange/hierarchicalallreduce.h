// All-reduce over ranks of two kinds, such as those on GPUs, which have NCCL among them, and those on processors. Each
// rank belongs to an island. An island first sums to its leader, over the backend that only it has; the leaders sum
// among them; and each hands the result to its island.
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace motley {

class HierarchicalAllReduce {
public:
    // `island`: of this rank's island, whose rank 0 leads it; null: the rank is alone on it. `leaders`: over memory of
    // the computers; null: this rank does not lead.
    HierarchicalAllReduce(
        c10::intrusive_ptr<c10d::ProcessGroup> island, c10::intrusive_ptr<c10d::ProcessGroup> leaders);

    // In place, on the rank's device; blocks until the leaders have summed. All ranks get the same bits. Throws what
    // c10d throws when a peer is gone.
    void allReduce(at::Tensor &tensor) const;

private:
    c10::intrusive_ptr<c10d::ProcessGroup> m_island;
    c10::intrusive_ptr<c10d::ProcessGroup> m_leaders;
};

} // namespace motley
