// All-reduce over all ranks on the calling thread, for sums that no computation overlaps. Gloo passes each message from
// thread to thread, which takes milliseconds where processors sleep in between, whatever the size. Here every rank of a
// group sends to all others at once: a small tensor whole (all-gather, then every rank adds up), a larger one as a
// reduce-scatter and an all-gather of the sums. With several levels (allreducelevels.h) each group reduces to its
// leader first, the leaders all-reduce among themselves, and hand the sum down.
#pragma once

#include "engine/exchange/peersockets.h"

#include <ATen/core/Tensor.h>

namespace motley {

class DirectAllReduce {
public:
    static constexpr std::size_t mostBytes = std::size_t(64) << 20;

    // One group of this rank, on one level.
    struct Level {
        PeerSockets peers; // indexed by the rank in the group
        int groupRank = 0; // of this rank; 0 leads
        int size = 1; // of the group
    };
    // `levels`: from the lowest up, at least one; those above the first exist for leaders alone. `isTop`: the last one
    // is the topmost of all.
    DirectAllReduce(std::vector<Level> levels, bool isTop);

    void abort(); // a sum that waits for a peer throws, and so do later ones; called from any thread

    // The connections to all other ranks, by rank; null where there are several levels.
    PeerSockets *linksWithAll() { return m_isTop && m_levels.size() == 1 ? &m_levels.front().peers : nullptr; }

    // Whether the tensor is contiguous in host memory, of float32, float64, bfloat16 or int64, and has at most
    // `mostBytes`. All ranks get the same answer, as their tensors are alike.
    static bool supports(const at::Tensor &tensor);

    // Sums over all ranks in place; every rank must call it, with tensors of the same size. All ranks get the same
    // bits, because the terms are added in the order of ranks, group by group; bfloat16 in float32, and rounded once in
    // each group. Throws std::runtime_error when a peer is
    // gone.
    void allReduce(at::Tensor &tensor);

    // Reduce-scatter in place: rank r gets the sum of the elements from borders[r] up to borders[r + 1]; its other
    // elements are unspecified. Accepts what supports() does, if the parts that one rank receives from all ranks have
    // at most `mostBytes` together.
    bool supportsReduceScatter(const at::Tensor &tensor, const std::vector<std::int64_t> &borders) const;
    void reduceScatter(at::Tensor &tensor, const std::vector<std::int64_t> &borders);

private:
    template <typename Call>
    static void withNumbers(at::Tensor &tensor, const Call &call);
    template <typename Number>
    void allReduceInGroup(Level &level, std::span<Number> numbers);
    template <typename Number>
    void reduceToLeader(Level &level, std::span<Number> numbers);
    template <typename Number>
    void broadcastFromLeader(Level &level, std::span<Number> numbers);
    template <typename Number>
    void allGatherAndSum(Level &level, std::span<Number> numbers);
    template <typename Number>
    void reduceOwnPart(Level &level, const std::vector<std::span<Number>> &parts);
    template <typename Number>
    void allGather(Level &level, const std::vector<std::span<Number>> &parts);
    template <typename Number>
    std::span<Number> inbox(std::size_t numbers);

    std::vector<Level> m_levels;
    bool m_isTop;
    std::vector<char> m_inbox;
};

} // namespace motley
