// Gradients in parts, as the optimizer state is (Rajbhandari et al. 2020, stage 2, with parts of any size): after
// the exchange a rank has the sums of those gradients alone whose parameters it updates.
//
// Parameters, in the order in which a first pass makes their gradients whole, are cut into buckets. Once all gradients
// of a bucket are whole and the one before it has been summed, they go into it and are dropped; of its sum this rank
// keeps what is its own. So a pass that exchanges needs room for one bucket, for the gradients of the next, and for its
// part. Passes before it add up whole gradients.
#pragma once

#include "engine/base/runclock.h"
#include "engine/exchange/gradientexchange.h"
#include "engine/exchange/group.h"
#include "engine/exchange/shardranges.h"
#include "engine/optim/parameterslices.h"
#include "engine/plan/memorymodel.h"

#include <map>

namespace motley {

class ShardedGradients : public GradientExchange {
public:
    // All ranks, with the same cuts. `held`: the parts between this rank's; their `values` get the gradients.
    ShardedGradients(const Group &group, const NamedTensors &parameters, ShardRanges cuts,
        const std::vector<ParameterSlice> &held, std::int64_t bucketBytes = gradientBucketBytes);
    ~ShardedGradients() override;

    void dropGradients() override;
    void prepareForward() override { }
    void prepareBackward() override;
    void finish() override;
    void interrupt() override;
    bool isInterrupted() const override { return m_state == State::Interrupted; }
    void resume() override { finish(); }
    void measureLocalNorm(bool measures) override;
    std::optional<double> localSquaredNorm() const override;
    double ownBackwardSeconds() const override { return m_ownSeconds; }
    double secondsInLastAllReduce() const override { return m_secondsInLastAllReduce; }

private:
    struct Slice {
        std::size_t parameter;
        std::int64_t begin; // numbers of it
        std::int64_t end;
        int holder; // rank
    };
    struct Bucket {
        std::vector<Slice> slices; // in the order of holders
        std::vector<std::int64_t> borders; // between what the holders get
    };
    struct Kept {
        ParameterSlice part;
        at::Tensor sums; // flat; undefined until some have come
    };

    void cutBuckets();
    void addSlices(Bucket &bucket, std::size_t parameter, std::int64_t begin, std::int64_t end) const;
    void gradientIsWhole(std::size_t parameter);
    bool isWhole(const Bucket &bucket) const;
    void startNext();
    at::Tensor gather(const Bucket &bucket) const;
    void keepSums();
    void broadcastOrder();

    const Group &m_group;
    std::vector<at::Tensor> m_parameters;
    const ShardRanges m_cuts;
    const std::int64_t m_bucketBytes;
    std::map<std::size_t, Kept> m_kept; // by parameter

    std::vector<std::size_t> m_order; // of the parameters
    bool m_isOrderShown = false;
    std::vector<Bucket> m_buckets;
    std::vector<std::size_t> m_lastBuckets; // of the parameters

    enum class State { Idle, Exchanging, Interrupted } m_state = State::Idle;
    std::vector<bool> m_isWhole; // the gradient of each parameter
    std::vector<std::size_t> m_shown; // those, in the order in which they became it
    std::size_t m_next = 0; // bucket
    at::Tensor m_numbers; // of the bucket before it, while they are summed
    std::vector<Group::Work> m_works; // that sum them

    bool m_measuresLocalNorm = false;
    std::vector<at::Tensor> m_localSquaredNorms; // of the buckets
    RunClock::time_point m_started; // the backward pass
    double m_secondsWaited = 0; // in it, for sums
    double m_ownSeconds = 0;
    double m_secondsInAllReduce = 0; // of the group, when this rank had all its own gradients
    double m_secondsInLastAllReduce = 0;
};

} // namespace motley
