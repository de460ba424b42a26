#include "engine/exchange/gradients/allreducehook.h"

#include <ATen/core/ivalue.h>

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

} // namespace

c10::intrusive_ptr<c10::ivalue::Future> AllReduceHook::runHook(c10d::GradBucket &bucket)
{
    at::Tensor &gradients = bucket.getBufferRef();
    m_backward.end(gradients.device());
    m_last = {};
    if (m_onBucket)
        m_onBucket(bucket.getIndex(), gradients);
    m_last.begin(gradients.device());
    const auto work = state_->startAllReduce(gradients, bucket.isLast());
    if (bucket.isLast() && !work)
        m_last.end(gradients.device());
    return work ? noticingLoss(*work, state_->hasLostPeers()) : ready(gradients);
}

void AllReduceHook::beginBackward(c10::Device device, GradientExchange::OnBucket onBucket)
{
    m_onBucket = std::move(onBucket);
    m_backward.begin(device);
}

} // namespace motley
