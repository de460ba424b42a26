// The collectives between the ranks of a run: c10d over Gloo between the planned addresses, NCCL between GPUs, two
// levels where only some ranks have a GPU, and a direct all-reduce of tensors in host memory.
#pragma once

#include "engine/base/result.h"
#include "engine/device/deviceinterval.h"
#include "engine/exchange/directallreduce.h"
#include "engine/exchange/hierarchicalallreduce.h"
#include "engine/exchange/pointtopoint.h"
#include "engine/exchange/rankactivity.h"
#include "engine/exchange/rankerror.h"
#include "engine/protocol/plan.h"

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace motley {

class Group {
public:
    // `activity` hears of each collective that begins or fails.
    using Activity = std::shared_ptr<RankActivity>;
    static Group alone(Activity activity = std::make_shared<RankActivity>()) { return {0, 1, std::move(activity)}; }

    // Connects the ranks; all ranks of the plan must call it. `device`: the one that this rank computes on. `limit`: a
    // collective that takes longer fails. A plan of one rank needs no store. Sums a known tensor before it returns in
    // each of the ways that a run sums, so that a link which damages or loses data is found here. Errors: a peer cannot
    // be reached, the known sum is wrong, memory ran out, or the CUDA plugin cannot be loaded.
    static RankResult<Group> form(const Plan &plan, int rank, at::Device device,
        const c10::intrusive_ptr<c10d::Store> &store, std::chrono::seconds limit,
        Activity activity = std::make_shared<RankActivity>());

    // Closes the connections after the last collective, which every rank must have called. A group that ends without it
    // is one that failed: NCCL then complains in the rank's log.
    void leave();

    int rank() const { return m_rank; }
    int size() const { return m_size; }
    bool isAlone() const { return m_size == 1; }
    // Why sums of a few numbers go through the process group too, which takes milliseconds; empty: they do not.
    const std::string &whyIndirect() const { return m_whyIndirect; }
    const c10::intrusive_ptr<c10d::ProcessGroup> &processGroup() const { return m_processGroup; } // null when alone

    // For messages between some of the ranks. No collective may run at the same time.
    PointToPoint pointToPoint() const;

    // Every rank must call the collectives, in the same order. They throw what c10d throws when a peer is gone.
    // communicate() is for those of c10d that are not here: it makes the activity hear of what `call` does.
    void communicate(const std::function<void()> &call) const;
    void allReduce(at::Tensor &tensor) const; // sums over all ranks in place; a tensor on the rank's device
    // Sums over all ranks in place: a tensor in host memory, whatever the devices.
    void allReduceHost(at::Tensor &tensor) const;
    void broadcast(const std::vector<at::Tensor> &tensors) const; // rank 0's values to all, in place
    bool isSameOnAllRanks(std::uint64_t value) const; // whether all ranks gave the value that rank 0 gave

    // Begin to sum a tensor on the ranks' devices while the backward pass goes on, and return the works to wait for.
    // There are none (null, empty) where the sum is complete on return, because it cannot overlap with the pass or
    // takes only a moment. `isLast`: no computation is left to overlap with. startReduceScatter() leaves rank r the sum
    // of the elements from borders[r] up to borders[r + 1]; its other elements are unspecified.
    using Work = c10::intrusive_ptr<c10d::Work>;
    Work startAllReduce(at::Tensor &tensor, bool isLast) const;
    std::vector<Work> startReduceScatter(
        at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast) const;

    void wait(const Work &work) const; // for one that was started

    RankActivity &activity() const { return *m_activity; }

    // Seconds that this rank has spent in blocking sums so far, mostly waiting for slower ranks. Waits until its device
    // has come to the end of the last one.
    double secondsInAllReduce() const;

private:
    template <typename Sum>
    void timed(at::Device device, const Sum &sum) const;
    void allReduceOnOneLevel(at::Tensor &tensor, bool directly) const;
    Result<std::shared_ptr<DirectAllReduce>> makeDirectAllReduce(
        const Plan &plan, const c10::intrusive_ptr<c10d::Store> &store, std::chrono::milliseconds limit) const;
    bool usesDirectAllReduce(const at::Tensor &tensor) const;
    bool blocksShortly(const at::Tensor &tensor, bool isLast) const;

    Group(int rank, int size, Activity activity) : m_rank(rank), m_size(size), m_activity(std::move(activity)) { }

    int m_rank = 0;
    int m_size = 1;
    c10::intrusive_ptr<c10d::ProcessGroup> m_processGroup;
    std::shared_ptr<DirectAllReduce> m_directAllReduce; // null: some ranks cannot connect
    std::string m_whyIndirect;
    std::shared_ptr<const HierarchicalAllReduce> m_hierarchicalAllReduce; // null: one backend serves all devices
    bool m_allOnCpu = false; // all ranks compute on CPUs
    Activity m_activity;
    struct TimeInAllReduce {
        std::mutex mutex; // sums run in the threads of backward passes, too
        double seconds = 0; // of those before `open`
        std::vector<DeviceInterval> open; // sums that the device may not have done yet
    };
    std::shared_ptr<TimeInAllReduce> m_timeInAllReduce = std::make_shared<TimeInAllReduce>();
};

} // namespace motley
