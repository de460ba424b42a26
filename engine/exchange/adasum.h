// Adasum over all ranks of a run (Maleki et al., 2021, Scaling distributed training with adaptive summation), by
// recursive vector halving and distance doubling: pairs of groups exchange halves of their vectors, then pairs of pairs
// exchange quarters, and the parts are gathered on the way back. A rank sends about 2 S (W - 1) / W bytes of S. Beyond
// the paper: any number of groups, and groups that sum gradients inside.
#pragma once

#include "engine/exchange/adasumtree.h"

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <map>
#include <string>
#include <vector>

namespace motley {

class Adasum {
public:
    // Every rank must make it, with the same groups, which hold each rank of the process group once. `processGroup`:
    // null where there is one rank. Throws std::invalid_argument for other groups.
    Adasum(c10::intrusive_ptr<c10d::ProcessGroup> processGroup, RankGroups groups);

    // Every rank must call these, with tensors of the same shapes and types in the same order, on its device, and all
    // of its ranks get the same bits. They throw what c10d throws when a peer is gone. Tensors that are not floating
    // point, or are undefined, throw std::invalid_argument: a parameter without a gradient has a delta of zeros, which
    // leaves those of other ranks as they are.

    // Replaces each gradient by the sum over the ranks of this rank's group of weight * gradient.
    void sumInGroup(std::vector<at::Tensor> &gradients, double weight);
    // Replaces each delta by Adasum over the groups. The ranks of a group must have the same deltas.
    void combine(std::vector<at::Tensor> &deltas);

    std::string formula() const { return adasumFormula(m_groups); } // for the log: what is combined with what

private:
    struct Flat;
    struct Buffers {
        at::Tensor flat;
        at::Tensor inbox;
    };
    template <typename Call>
    void onFlat(std::vector<at::Tensor> &tensors, const Call &call);
    void combineGroups(Flat &flat);
    void combineByHalves(Flat &flat);
    void sumParts(Flat &flat);
    void broadcastInGroup(const at::Tensor &numbers);
    void gatherInGroup(const at::Tensor &numbers);
    void addUpProducts(at::Tensor &products, int distance);
    void exchange(int group, const at::Tensor &sent, const at::Tensor &received);
    at::Tensor inbox(Flat &flat, std::int64_t size);
    at::Device deviceFor(const at::Tensor &tensor) const;

    c10::intrusive_ptr<c10d::ProcessGroup> m_processGroup;
    RankGroups m_groups;
    int m_group = 0; // of this rank
    int m_place = 0; // of this rank in its group
    std::map<at::ScalarType, Buffers> m_buffers; // kept from step to step: up to two copies of the tensors
};

} // namespace motley
