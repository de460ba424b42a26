// How a group of ranks sums tensors that are on the ranks' devices. There is one kind for ranks whose devices a single
// backend serves, and one for ranks of two kinds; a group chooses when it is formed.
#pragma once

#include <torch/csrc/distributed/c10d/Work.hpp>

#include <cstdint>
#include <vector>

namespace motley {

class AllReduce {
public:
    using Work = c10::intrusive_ptr<c10d::Work>;

    AllReduce() = default;
    AllReduce(const AllReduce &) = delete;
    AllReduce &operator=(const AllReduce &) = delete;
    virtual ~AllReduce() = default;

    // Every rank must call these, in the same order. They throw what c10d throws when a peer is gone, or
    // std::runtime_error.
    virtual void allReduce(at::Tensor &tensor) = 0; // sums over all ranks in place

    // Begin such a sum and return the works to wait for; none (null, empty) if the sum is complete on return, because
    // it cannot overlap with a backward pass or takes only a moment. `isLast`: no computation is left to overlap with.
    // startReduceScatter() leaves rank r the sum of the elements from borders[r] up to borders[r + 1]; its other
    // elements are unspecified.
    virtual Work startAllReduce(at::Tensor &tensor, bool isLast) = 0;
    virtual std::vector<Work> startReduceScatter(
        at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast)
        = 0;

    virtual void leave() = 0; // closes the connections that are its own; as Group::leave()
    virtual void abort() = 0; // of the connections that are its own; as Group::abort()
};

} // namespace motley
