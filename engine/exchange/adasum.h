// Adasum over all ranks of a run (Maleki et al., 2021, Scaling distributed training with adaptive summation). The paper
// halves vectors recursively, pair by pair. Here each rank gets one part of all vectors at once, the ranks sum the few
// inner products, and each combines its part and sends it to all: the same tree of pairs, and 2 S (W - 1) / W bytes of
// S from each of W ranks for any W, in four rounds. Beyond the paper: any number of groups, and groups that sum
// gradients inside.
#pragma once

#include "engine/exchange/adasumtree.h"
#include "engine/exchange/pointtopoint.h"

#include <map>
#include <string>
#include <vector>

namespace motley {

class Adasum {
public:
    // Every rank must make it, with the same groups, which hold each rank once. Throws std::invalid_argument for other
    // groups.
    Adasum(PointToPoint messages, RankGroups groups);

    // Every rank must call these, with tensors of the same shapes and types in the same order, on its device, and all
    // of its ranks get the same bits. Tensors that fill one piece of memory in their order are not copied. They throw
    // what c10d throws when a peer is gone. Tensors that are not floating point, or are undefined, throw
    // std::invalid_argument: a parameter without a gradient has a delta of zeros, which leaves those of other ranks as
    // they are.

    // Replaces each gradient by the sum over the ranks of this rank's group of weight * gradient.
    void sumInGroup(std::vector<at::Tensor> &gradients, double weight);
    // Replaces each delta by Adasum over the groups. The ranks of a group must have the same deltas.
    void combine(std::vector<at::Tensor> &deltas);

    std::string formula() const { return adasumFormula(m_groups); } // for the log: what is combined with what

    std::int64_t bytesSent() const { return m_messages.bytesSent(); } // so far

private:
    struct Flat;
    struct Buffers {
        at::Tensor flat;
        at::Tensor inbox;
    };
    struct Team { // ranks that exchange parts of their vectors
        std::vector<int> ranks;
        std::size_t groupRank = 0; // of this rank
    };
    template <typename Call>
    void onFlat(std::vector<at::Tensor> &tensors, const Call &call);
    void combineGroups(Flat &flat);
    std::vector<at::Tensor> scatter(const Team &team, const at::Tensor &numbers, at::Tensor &inbox);
    void gather(const Team &team, const at::Tensor &numbers);
    void sum(const Team &team, const at::Tensor &numbers, at::Tensor &inbox);
    void broadcastInGroup(const at::Tensor &numbers);

    PointToPoint m_messages;
    RankGroups m_groups;
    std::size_t m_group = 0; // of this rank
    Team m_mine; // its ranks
    std::map<at::ScalarType, Buffers> m_buffers; // kept from step to step: up to two copies of the tensors
};

} // namespace motley
