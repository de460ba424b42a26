// Sharded gradients, ZeRO stage 2 (Rajbhandari et al. 2020) with shards of any size: after the exchange a rank has the
// sums of those gradients alone whose parameters it updates.
//
// The parameters, in the order in which a first pass completes their gradients, are cut into buckets. Once all
// gradients of a bucket are complete and the bucket before it has been summed, they are copied into the bucket and
// freed, and this rank keeps its own part of the bucket's sum. So a pass that exchanges needs memory for one bucket,
// for the gradients of the next bucket and for this rank's part. The passes before it accumulate whole gradients.
//
// Where a rank's part has a mirror, the rank sends it the sums once it has all of them, in the numbers in which they
// came: so both have the same bits, and each rank sends and receives as much as its part more.
#pragma once

#include "engine/device/deviceinterval.h"
#include "engine/exchange/gradients/gradientexchange.h"
#include "engine/exchange/gradients/shardedoptimizer.h"
#include "engine/exchange/group.h"
#include "engine/optim/parameterslices.h"
#include "engine/protocol/gradientbuckets.h"

#include <map>

namespace motley {

class ShardedGradients : public GradientExchange {
public:
    // Which rank mirrors the part of which, by rank (empty: none does), and the shards that this rank holds, which
    // begin with its own; their `values` get the gradients.
    struct Parts {
        std::vector<int> mirrors;
        std::vector<Shard> shards;
    };

    // Every rank constructs it, with the same cuts. `held`: the slices between this rank's cuts; their `values` get the
    // gradients. `bucketBytes`: size of a bucket. `sent`: in what numbers ranks send each other gradients.
    ShardedGradients(Group &group, const NamedTensors &parameters, ShardRanges cuts,
        const std::vector<ParameterSlice> &held, std::int64_t bucketBytes = gradientBucketBytes,
        at::ScalarType sent = at::kFloat);
    ShardedGradients(Group &group, const NamedTensors &parameters, ShardRanges cuts, const Parts &parts,
        std::int64_t bucketBytes = gradientBucketBytes, at::ScalarType sent = at::kFloat);
    ~ShardedGradients() override;

    void begin(OnBucket onBucket) override;
    const std::vector<bool> &unused() const override { return m_unused; }

private:
    struct Slice {
        std::size_t parameter;
        std::int64_t begin; // range of the parameter's elements
        std::int64_t end;
        int holder; // rank that updates these elements
    };
    struct Bucket {
        std::vector<Slice> slices; // in the order of holders
        std::vector<std::int64_t> borders; // rank r holds the elements from borders[r] up to borders[r + 1]
    };
    struct Kept {
        ParameterSlice part;
        at::Tensor sums; // flat; undefined until the first sums have come
    };
    using Keeping = std::map<std::size_t, Kept>; // key: index of the parameter
    using Chunks = std::vector<std::vector<ParameterSlice>>;
    struct Mirrored { // of another rank
        int owner = 0;
        Keeping kept;
        Chunks chunks; // in which its sums come, one after the other
    };

    void finish() override;
    void interrupt() override { m_state = State::Interrupted; }
    void resume() override { finish(); }
    std::optional<Overlap> overlap() const override;
    void cutBuckets();
    void addSlices(Bucket &bucket, std::size_t parameter, std::int64_t begin, std::int64_t end) const;
    void gradientIsWhole(std::size_t parameter);
    bool isWhole(const Bucket &bucket) const;
    void startNext();
    at::Tensor gather(const Bucket &bucket) const;
    void keepSums();
    void mirrorSums();
    Keeping keepingOf(const std::vector<ParameterSlice> &slices) const;
    std::size_t indexOf(const std::string &parameter) const;
    at::Tensor &sumsOf(Kept &kept) const;
    at::Tensor pack(const std::vector<ParameterSlice> &chunk);
    void unpack(const at::Tensor &numbers, const std::vector<ParameterSlice> &chunk, Keeping &kept);
    at::TensorOptions sentOf(const std::vector<ParameterSlice> &chunk) const;
    void broadcastOrder();

    std::vector<at::Tensor> m_parameters;
    const ShardRanges m_cuts;
    const std::int64_t m_bucketBytes;
    const at::ScalarType m_sent;
    std::vector<std::string> m_names; // of the parameters
    Keeping m_kept;
    int m_mirror = -1; // the rank that mirrors this one's part; -1: none does
    Chunks m_chunks; // of this rank's part, as they go to its mirror
    std::vector<Mirrored> m_mirrored;
    std::size_t m_rounds = 0; // in which all ranks send and receive a chunk, as far as they have one
    std::size_t m_round = 0; // the next one

    std::vector<std::size_t> m_order; // parameters, in the order in which their gradients become complete
    bool m_isOrderShown = false;
    std::vector<Bucket> m_buckets;
    std::vector<std::size_t> m_lastBuckets; // index = parameter: the last bucket that holds some of it

    enum class State { Idle, Exchanging, Interrupted } m_state = State::Idle;
    std::vector<bool> m_isWhole; // index = parameter: its gradient is complete
    std::vector<bool> m_unused; // index = parameter
    std::vector<std::size_t> m_shown; // parameters, in the order in which this pass completed their gradients
    std::size_t m_next = 0; // the next bucket to exchange
    at::Tensor m_numbers; // of the bucket before m_next, while they are summed
    std::vector<Group::Work> m_works; // that sum m_numbers

    OnBucket m_onBucket;
    DeviceInterval m_backward; // from the beginning of the pass until this rank had all its own gradients
    std::vector<DeviceInterval> m_waits; // for sums, before this rank had all its own gradients
    std::vector<DeviceInterval> m_waitsAfter;
    std::vector<DeviceInterval> m_lastSums; // that blocked after this rank had all its own gradients
};

} // namespace motley
