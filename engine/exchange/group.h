// The ranks of a run as a group that computes together: c10d over Gloo between the planned addresses, NCCL between
// GPUs, two levels where only some ranks have a GPU, and a direct all-reduce of what lies in the computers' memory.
#pragma once

#include "engine/base/result.h"
#include "engine/exchange/directallreduce.h"
#include "engine/exchange/hierarchicalallreduce.h"
#include "engine/protocol/plan.h"

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

namespace motley {

class Group {
public:
    static Group alone() { return Group(0, 1); }

    // All ranks of the plan must call it; `device` is where this one computes. A plan of one rank needs no store.
    // Sums a known tensor before it returns, so that a link which damages or loses data is found here.
    static Result<Group> form(const Plan &plan, int rank, at::Device device,
        const c10::intrusive_ptr<c10d::Store> &store, std::chrono::seconds limit);

    int rank() const { return m_rank; }
    int size() const { return m_size; }
    bool isAlone() const { return m_size == 1; }
    const c10::intrusive_ptr<c10d::ProcessGroup> &processGroup() const { return m_processGroup; } // null when alone

    // Every rank must call these, in the same order. They throw what c10d throws when a peer is gone.
    void allReduce(at::Tensor &tensor) const; // over all ranks, in place: a tensor on the ranks' devices
    void allReduceHost(at::Tensor &tensor) const; // a tensor in host memory, whatever the devices
    void broadcast(const std::vector<at::Tensor> &tensors) const; // rank 0's values to all
    bool isSameOnAllRanks(std::uint64_t value) const; // as on rank 0

    // Sums of a tensor on the ranks' devices, beside which a backward pass goes on: what to wait for, or nothing where
    // the sum is there already, for it cannot go beside the pass or blocks it for a moment only. `isLast`: there is
    // nothing left to go on with. The second one leaves each rank r a part of the sum, the numbers from borders[r] up
    // to borders[r + 1], and in the rest of the tensor nothing of use.
    using Work = c10::intrusive_ptr<c10d::Work>;
    Work startAllReduce(at::Tensor &tensor, bool isLast) const;
    std::vector<Work> startReduceScatter(
        at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast) const;

    // How long this rank's calls of sum() took so far: for the most part it waited for slower ranks.
    double secondsInAllReduce() const { return double(m_nanosecondsInAllReduce->load()) * 1e-9; }

private:
    template <typename Sum>
    void timed(const Sum &sum) const;
    void allReduceOnOneLevel(at::Tensor &tensor, bool directly) const;
    bool usesDirectAllReduce(const at::Tensor &tensor) const;
    bool blocksShortly(const at::Tensor &tensor, bool isLast) const;

    Group(int rank, int size) : m_rank(rank), m_size(size) { }

    int m_rank = 0;
    int m_size = 1;
    c10::intrusive_ptr<c10d::ProcessGroup> m_processGroup;
    std::shared_ptr<DirectAllReduce> m_directAllReduce; // null: there are none
    std::shared_ptr<const HierarchicalAllReduce> m_hierarchicalAllReduce; // null: one backend serves all devices
    bool m_allOnCpu = false; // devices
    std::shared_ptr<std::atomic<std::int64_t>> m_nanosecondsInAllReduce
        = std::make_shared<std::atomic<std::int64_t>>(0);
};

} // namespace motley
