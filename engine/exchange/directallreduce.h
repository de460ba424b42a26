// All-reduce over all ranks on the calling thread, for sums that no computation overlaps. Gloo passes each message from
// thread to thread, which takes milliseconds where processors sleep in between, whatever the size. Here every rank
// sends to all others at once: a small tensor whole (all-gather, then every rank adds up), a larger one as a
// reduce-scatter and an all-gather of the sums.
#pragma once

#include "engine/exchange/peersockets.h"

#include <ATen/core/Tensor.h>

namespace motley {

class DirectAllReduce {
public:
    static constexpr int mostRanks = 16; // every rank has a connection to every other
    static constexpr std::size_t mostBytes = std::size_t(64) << 20;

    DirectAllReduce(PeerSockets peers, int rank, int size);

    // Whether the tensor is contiguous in host memory, of float32, float64 or int64, and has at most `mostBytes`. All
    // ranks get the same answer, as their tensors are alike.
    static bool takes(const at::Tensor &tensor);

    // Sums over all ranks in place; every rank must call it, with tensors of the same size. All ranks get the same
    // bits, because the terms are added in the order of ranks. Throws std::runtime_error when a peer is gone.
    void allReduce(at::Tensor &tensor);

    // Reduce-scatter in place: rank r gets the sum of the elements from borders[r] up to borders[r + 1]; its other
    // elements keep their values. Takes what takes() accepts, if the parts that one rank receives from all ranks have
    // at most `mostBytes` together.
    bool takesReduceScatter(const at::Tensor &tensor, const std::vector<std::int64_t> &borders) const;
    void reduceScatter(at::Tensor &tensor, const std::vector<std::int64_t> &borders);

private:
    template <typename Call>
    static void withNumbers(at::Tensor &tensor, const Call &call);
    template <typename Number>
    void allGatherAndSum(std::span<Number> numbers);
    template <typename Number>
    void reduceScatterAndAllGather(std::span<Number> numbers);
    template <typename Number>
    void reduceOwnPart(const std::vector<std::span<Number>> &parts);
    template <typename Number>
    std::span<Number> inbox(std::size_t numbers);

    PeerSockets m_peers;
    int m_rank;
    int m_size;
    std::vector<char> m_inbox;
};

} // namespace motley
