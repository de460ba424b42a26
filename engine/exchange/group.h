// The collectives between the ranks of a run: c10d over Gloo between the planned addresses, NCCL between GPUs, two
// levels where only some ranks have a GPU, and a direct all-reduce of tensors in host memory.
#pragma once

#include "engine/base/result.h"
#include "engine/device/deviceinterval.h"
#include "engine/exchange/allreduce.h"
#include "engine/exchange/directallreduce.h"
#include "engine/exchange/pointtopoint.h"
#include "engine/exchange/rankactivity.h"
#include "engine/exchange/rankerror.h"
#include "engine/exchange/timings.h"
#include "engine/protocol/plan.h"

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <vector>

namespace motley {

struct FormOptions {
    std::shared_ptr<RankActivity> activity = std::make_shared<RankActivity>(); // hears of each collective that begins
    std::stop_token abort{}; // ends the forming, wherever it waits; a group that is formed does not hear of it
    std::optional<int> number{}; // of this rank, in words; nullopt: its rank in the group
};

class Group { // can be moved, not copied
public:
    using Activity = std::shared_ptr<RankActivity>;
    static Group alone(Activity activity = std::make_shared<RankActivity>(), int number = 0)
    {
        return {0, 1, std::move(activity), number};
    }

    // Connects the ranks; all ranks of the plan must call it. `device`: the one that this rank computes on. `limit`: a
    // collective that takes longer fails. A plan of one rank needs no store. Sums a known tensor before it returns in
    // each of the ways that a run sums, so that a link which damages or loses data is found here. Errors: a peer cannot
    // be reached, the known sum is wrong, memory ran out, or the CUDA plugin cannot be loaded.
    static RankResult<Group> form(const Plan &plan, int rank, at::Device device,
        const c10::intrusive_ptr<c10d::Store> &store, std::chrono::seconds limit, FormOptions options = {});

    // Closes the connections after the last collective, which every rank must have called. A group that ends without it
    // is one that failed: it must be aborted, as a sum that waits for a silent peer would keep it from its end.
    void leave();
    bool hasLeft() const { return m_hasLeft; }
    // Makes all calls throw PeerLost, those that wait for a silent peer too. Called from any thread while the group
    // lives.
    void abort() noexcept;

    int rank() const { return m_rank; }
    int number() const { return m_number; } // by which people know this rank
    int worldSize() const { return m_size; }
    bool isAlone() const { return m_size == 1; }
    // Why sums of a few numbers go through the process group too, which takes milliseconds; empty: they do not.
    const std::string &fallbackReason() const { return m_fallbackReason; }
    const c10::intrusive_ptr<c10d::ProcessGroup> &processGroup() const { return m_processGroup; } // null when alone

    // For messages between some of the ranks; the group must live longer. No collective may run at the same time.
    PointToPoint pointToPoint();

    // Every rank must call the collectives, in the same order. Where a peer is gone they throw PeerLost, and whatever
    // else they are made of does so inside communicate().
    void communicate(const std::function<void()> &call);
    // The same, for what nothing follows that would notice a lost peer: returns once the device has done it, as a
    // kernel that is aborted leaves anything.
    void communicate(at::Device device, const std::function<void()> &call);
    void allReduce(at::Tensor &tensor); // sums over all ranks in place; a tensor on the rank's device
    // Sums over all ranks in place: a tensor in host memory, whatever the devices.
    void allReduceHost(at::Tensor &tensor);
    void broadcast(const std::vector<at::Tensor> &tensors, int root = 0); // the root's values to all, in place
    bool all(bool mine); // whether it is true on every rank
    // Where a collective told all ranks to end: one that leaves at once is lost to those that still wait for its
    // answer.
    void waitForOthers() noexcept;
    std::vector<std::int64_t> gather(std::int64_t mine); // every rank's number, by rank
    // The root's value, on all ranks.
    template <typename Value>
    Value agree(Value value, int root = 0)
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        std::array<std::int64_t, (sizeof(Value) + 7) / 8> words{};
        if (m_rank == root)
            std::memcpy(words.data(), &value, sizeof value);
        sumWords(words);
        std::memcpy(&value, words.data(), sizeof value);
        return value;
    }

    // To and from one other rank, which must call the other one of the two.
    void send(const at::Tensor &tensor, int rank);
    void receive(const at::Tensor &tensor, int rank);

    // Begin to sum a tensor on the ranks' devices while the backward pass goes on, as AllReduce does. There are no
    // works (null, empty) where the sum is complete on return.
    using Work = AllReduce::Work;
    Work startAllReduce(at::Tensor &tensor, bool isLast);
    std::vector<Work> startReduceScatter(at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast);

    void wait(const Work &work); // for one that was started

    RankActivity &activity() { return *m_activity; }

    // What `work` takes, up to the moment when the device has done it. Sums that block in it, on whatever thread, count
    // as exchange: mostly they wait for slower ranks.
    Timings time(at::Device device, const std::function<void()> &work);
    // Set by a failure of a sum that was started, which may come after the group is gone: then time() throws PeerLost,
    // whatever comes of it by then.
    using Flag = std::shared_ptr<std::atomic<bool>>;
    const Flag &hasLostPeers() const { return m_hasLostPeers; }

private:
    Group(int rank, int size, Activity activity, int number)
        : m_rank(rank), m_size(size), m_number(number), m_activity(std::move(activity))
    {
    }

    template <typename Sum>
    void sumTimed(at::Device device, const Sum &sum);
    template <typename Call>
    void throwingPeerLost(const Call &call);
    void sumWords(std::span<std::int64_t> words);
    double secondsInAllReduce();

    int m_rank = 0;
    int m_size = 1;
    int m_number = 0;
    Activity m_activity;
    bool m_hasLeft = false;
    // The rest is null where the rank is alone.
    c10::intrusive_ptr<c10d::ProcessGroup> m_processGroup;
    std::unique_ptr<DirectAllReduce> m_directAllReduce; // null: some ranks cannot connect
    std::string m_fallbackReason;
    std::unique_ptr<AllReduce> m_onHost; // sums tensors in host memory
    std::unique_ptr<AllReduce> m_onDevices; // sums tensors on the ranks' devices
    struct TimeInAllReduce {
        std::mutex mutex; // sums run in the threads of backward passes, too
        double seconds = 0; // of those before `open`
        std::vector<DeviceInterval> open; // sums that the device may not have done yet
    };
    std::unique_ptr<TimeInAllReduce> m_timeInAllReduce = std::make_unique<TimeInAllReduce>();
    Flag m_hasLostPeers = std::make_shared<std::atomic<bool>>(false);
};

} // namespace motley
