// All-reduce over all ranks, on the thread that asks for it. Gloo hands each message from thread to thread; where
// processors sleep meanwhile, that takes milliseconds, whatever the size. Here every rank sends to all others at once:
// few numbers whole, many cut into a part for each rank, which adds it up and sends it back. For sums that nothing is
// computed beside.
#pragma once

#include "engine/exchange/peersockets.h"

#include <ATen/core/Tensor.h>

namespace motley {

class DirectAllReduce {
public:
    static constexpr int mostRanks = 16; // each of them talks to each
    static constexpr std::size_t mostBytes = std::size_t(64) << 20;

    DirectAllReduce(PeerSockets peers, int rank, int size);

    // The same answer on all ranks: whether the tensor lies in this computer's memory, in one piece, and is no larger
    // than `mostBytes`.
    static bool takes(const at::Tensor &tensor);

    // In place. All ranks get the same bits, those of adding up in the order of ranks.
    void allReduce(at::Tensor &tensor);

    // The same, but rank r has the sum of the numbers from borders[r] up to borders[r + 1] alone, and to the rest
    // nothing has happened. A rank needs room for its part from every rank, and no more than `mostBytes` of it.
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
