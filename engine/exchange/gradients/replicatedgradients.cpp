#include "engine/exchange/gradients/replicatedgradients.h"

#include "engine/protocol/gradientbuckets.h"

#include <torch/types.h>
#include <torch/version.h>

#include <torch/csrc/distributed/c10d/reducer.hpp>

#include <algorithm>

namespace motley {

static_assert(TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR == 11,
    "ResumableReducer changes what c10d's Reducer keeps to itself: compare it with reducer.cpp of this version of "
    "torch");

// c10d begins the all-reduce of a bucket once all its gradients are ready, bucket after bucket in an order that all
// ranks share. So a pass that fails leaves correct sums, complete or under way, in the first buckets, and no rank has
// sums of the other buckets. Only those are left to exchange.
class ResumableReducer : public c10d::Reducer {
public:
    using Reducer::Reducer;

    void interrupt()
    {
        const std::lock_guard lock(mutex_);
        expect_autograd_hooks_ = false; // the passes that follow do not exchange
        require_finalize_ = false;
        first_autograd_hook_called_ = false;
    }

    // Whether buckets are left to exchange. A bucket waits for all its gradients, and later buckets wait for it.
    bool isUnfinished()
    {
        const std::lock_guard lock(mutex_);
        return next_bucket_ < buckets_.size();
    }

    // Forgets the order of the gradients that a pass recorded.
    void forgetOrder()
    {
        const std::lock_guard lock(mutex_);
        rebuilt_params_.clear();
        rebuilt_param_indices_.clear();
    }

    void resume()
    {
        for (std::size_t i = next_bucket_; i < buckets_.size(); ++i)
            start(i);
        for (Bucket &bucket : buckets_) {
            bucket.future_work->waitAndThrow();
            for (std::size_t i = 0; i < bucket.variables.size(); ++i)
                bucket.variables[i].mutable_grad() = bucket.bucket_views_in[i];
        }
        const std::lock_guard lock(mutex_);
        next_bucket_ = buckets_.size();
    }

private:
    void start(std::size_t index)
    {
        const torch::NoGradGuard noGradients;
        Bucket &bucket = buckets_[index];
        for (std::size_t i = 0; i < bucket.variables.size(); ++i) {
            const at::Tensor &gradient = bucket.variables[i].grad();
            if (gradient.defined())
                bucket.bucket_views_in[i].copy_(gradient);
            else
                bucket.bucket_views_in[i].zero_();
        }
        c10d::GradBucket asked(index, buckets_.size(), bucket.gradients, bucket.offsets, bucket.lengths,
            bucket.sizes_vec, bucket.variables, std::nullopt);
        bucket.future_work = run_comm_hook(asked);
    }
};

namespace {

std::unique_ptr<ResumableReducer> makeReducer(
    const c10::intrusive_ptr<c10d::ProcessGroup> &processGroup, const std::vector<at::Tensor> &parameters)
{
    auto [buckets, limits] = c10d::compute_bucket_assignment_by_size(
        parameters, {std::size_t(firstGradientBucketBytes), std::size_t(gradientBucketBytes)});
    std::reverse(buckets.begin(), buckets.end()); // the last layers' gradients are ready first
    return std::make_unique<ResumableReducer>(parameters, std::move(buckets), processGroup,
        /*expect_sparse_gradients=*/std::vector<bool>(parameters.size(), false), gradientBucketBytes,
        /*find_unused_parameters=*/false, /*gradient_as_bucket_view=*/true,
        /*param_names=*/std::unordered_map<std::size_t, std::string>{}, firstGradientBucketBytes,
        /*skip_all_reduce_unused_params=*/false, /*use_python_reducer=*/false,
        /*bucket_bytes_cap_list=*/std::vector<std::int64_t>{});
}

} // namespace

ReplicatedGradients::ReplicatedGradients(Group &group, std::vector<at::Tensor> parameters, at::ScalarType sent)
    : GradientExchange(group, parameters.front().device()), m_parameters(std::move(parameters)),
      m_unused(m_parameters.size()), m_reducer(makeReducer(group.processGroup(), m_parameters))
{
    auto sum = std::make_unique<AllReduceHook>(&group, sent);
    m_sum = sum.get();
    m_reducer->register_comm_hook(std::move(sum));
}

ReplicatedGradients::~ReplicatedGradients() = default;

void ReplicatedGradients::begin(OnBucket onBucket)
{
    if (!m_isOrderComplete.value_or(false))
        m_reducer->forgetOrder();
    else if (m_reducer->should_rebuild_buckets()) // once, in the order that the first pass has shown
        m_group.communicate([&] { m_reducer->rebuild_buckets(); });
    m_reducer->prepare_for_forward();
    m_sum->beginBackward(m_device, std::move(onBucket));
    m_reducer->prepare_for_backward({});
}

void ReplicatedGradients::finish()
{
    noteUnused();
    if (m_reducer->isUnfinished()) { // some parameters got no gradient; these add zeros to the sums
        m_reducer->interrupt();
        m_reducer->resume();
        agreeOnOrder(false);
    }
    agreeOnOrder(true);
}

void ReplicatedGradients::interrupt()
{
    m_reducer->interrupt();
}

void ReplicatedGradients::resume()
{
    noteUnused();
    m_reducer->resume();
    agreeOnOrder(false);
}

// A step begins without gradients, and those that are exchanged lie in buckets only where this rank has computed them.
void ReplicatedGradients::noteUnused()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        m_unused[i] = !m_parameters[i].grad().defined();
}

// Buckets are rebuilt by all ranks together or by none.
void ReplicatedGradients::agreeOnOrder(bool isComplete)
{
    if (!m_isOrderComplete)
        m_isOrderComplete = m_group.all(isComplete);
}

} // namespace motley
