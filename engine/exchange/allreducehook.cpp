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

c10::intrusive_ptr<c10::ivalue::Future> AllReduceHook::runHook(c10d::GradBucket &bucket)
{
    at::Tensor &gradients = bucket.getBufferRef();
    m_lastBegan = RunClock::now();
    m_secondsInLast = 0;
    if (m_measuresLocalNorm)
        m_localSquaredNorms.push_back(gradients.dot(gradients));
    const double before = state_->secondsInAllReduce();
    const auto work = state_->startAllReduce(gradients, bucket.isLast());
    if (bucket.isLast())
        m_secondsInLast = state_->secondsInAllReduce() - before;
    return work ? work->getFuture() : ready(gradients);
}

void AllReduceHook::measureLocalNorm(bool measures)
{
    m_measuresLocalNorm = measures;
    m_localSquaredNorms.clear();
}

double AllReduceHook::localSquaredNorm() const
{
    double sum = 0;
    for (const at::Tensor &square : m_localSquaredNorms)
        sum += square.item<double>();
    return sum;
}

} // namespace motley
