// All-reduce over ranks that one process group serves, whose sums can overlap with a backward pass; sums in host memory
// that nothing overlaps go over the direct all-reduce where there is one.
#pragma once

#include "engine/exchange/allreduce.h"
#include "engine/exchange/directallreduce.h"

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace motley {

class OneLevelAllReduce : public AllReduce {
public:
    // `direct`: null on all ranks or on none; must live longer. All ranks must have a tensor in host memory, or all on
    // GPUs: one that is in host memory here does not show where the other ranks have theirs.
    explicit OneLevelAllReduce(c10::intrusive_ptr<c10d::ProcessGroup> processGroup, DirectAllReduce *direct = nullptr);

    void allReduce(at::Tensor &tensor) override;
    Work startAllReduce(at::Tensor &tensor, bool isLast) override;
    std::vector<Work> startReduceScatter(
        at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast) override;
    void leave() override { } // the process group is not its own
    void abort() override { }

private:
    bool goesDirectly(const at::Tensor &tensor) const;
    bool isWorthOverlapping(const at::Tensor &tensor, bool isLast) const;

    c10::intrusive_ptr<c10d::ProcessGroup> m_processGroup;
    DirectAllReduce *m_direct;
};

} // namespace motley
