#include "engine/exchange/allreducehook.h"

#include <ATen/core/ivalue.h>

namespace motley {

namespace {

c10::intrusive_ptr<c10::ivalue::Future> ready(const at::Tensor &tensor)
{
    auto future = c10::make_intrusive<c10::ivalue::Future>(c10::ListType::create(c10::TensorType::get()));
    future->markCompleted(c10::IValue(std::vector<at::Tensor>{tensor}));
    return future;
}

} // namespace

c10::intrusive_ptr<c10::ivalue::Future> BucketSum::runHook(c10d::GradBucket &bucket)
{
    at::Tensor &gradients = bucket.getBufferRef();
    m_lastBegan = RunClock::now();
    m_secondsInLast = 0;
    if (m_measuresOwn)
        m_ownSquares.push_back(gradients.dot(gradients));
    const double before = state_->secondsInSums();
    const auto work = state_->startSum(gradients, bucket.isLast());
    if (bucket.isLast())
        m_secondsInLast = state_->secondsInSums() - before;
    return work ? work->getFuture() : ready(gradients);
}

void BucketSum::measureOwn(bool measures)
{
    m_measuresOwn = measures;
    m_ownSquares.clear();
}

double BucketSum::ownSquare() const
{
    double sum = 0;
    for (const at::Tensor &square : m_ownSquares)
        sum += square.item<double>();
    return sum;
}

} // namespace motley
