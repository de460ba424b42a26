#include "engine/exchange/gradients/allreducehook.h"

#include <ATen/core/ivalue.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/types.h>

namespace motley {

namespace {

c10::intrusive_ptr<c10::ivalue::Future> ready(const at::Tensor &tensor)
{
    auto future = c10::make_intrusive<c10::ivalue::Future>(c10::ListType::create(c10::TensorType::get()));
    future->markCompleted(c10::IValue(std::vector<at::Tensor>{tensor}));
    return future;
}

// Completes when the work's own future does, after the group has heard of a failure. On GPUs that is the same future,
// as one that follows it would run on a stream of its own.
c10::intrusive_ptr<c10::ivalue::Future> noticingLoss(c10d::Work &work, const Group::Flag &hasLostPeers)
{
    const auto note = [hasLostPeers](c10::ivalue::Future &done) {
        if (done.hasError())
            *hasLostPeers = true;
    };
    auto future = work.getFuture();
    if (!future->devices().empty()) {
        future->addCallback(note, /*uses_future=*/false);
        return future;
    }
    return future->then(
        [note](c10::ivalue::Future &done) {
            note(done);
            return done.value();
        },
        future->elementType());
}

// Completes once the sums, which have come in other numbers, are in the gradients.
c10::intrusive_ptr<c10::ivalue::Future> widened(
    const c10::intrusive_ptr<c10::ivalue::Future> &summed, const at::Tensor &gradients, const at::Tensor &sums)
{
    return summed->then(
        [gradients, sums](c10::ivalue::Future &done) {
            done.value(); // throws where the sum has failed
            const torch::NoGradGuard noGradients;
            gradients.copy_(sums);
            if (!sums.is_cpu()) // it goes with this callback, which has a stream of its own
                sums.record_stream(c10::impl::VirtualGuardImpl(sums.device().type()).getStream(sums.device()));
            return c10::IValue(std::vector<at::Tensor>{gradients});
        },
        summed->elementType());
}

} // namespace

c10::intrusive_ptr<c10::ivalue::Future> AllReduceHook::runHook(c10d::GradBucket &bucket)
{
    at::Tensor &gradients = bucket.getBufferRef();
    m_backward.end(gradients.device());
    m_last = {};
    if (m_onBucket)
        m_onBucket(bucket.getIndex(), gradients);
    m_last.begin(gradients.device());
    at::Tensor sums = gradients.scalar_type() == at::kFloat ? gradients.to(m_sent) : gradients;
    const auto work = state_->startAllReduce(sums, bucket.isLast());
    if (work) {
        const auto summed = noticingLoss(*work, state_->hasLostPeers());
        return sums.is_same(gradients) ? summed : widened(summed, gradients, sums);
    }
    if (!sums.is_same(gradients))
        gradients.copy_(sums);
    if (bucket.isLast())
        m_last.end(gradients.device());
    return ready(gradients);
}

void AllReduceHook::beginBackward(c10::Device device, GradientExchange::OnBucket onBucket)
{
    m_onBucket = std::move(onBucket);
    m_backward.begin(device);
}

} // namespace motley
