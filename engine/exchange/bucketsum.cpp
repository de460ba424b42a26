#include "engine/exchange/bucketsum.h"

#include <ATen/core/ivalue.h>

namespace motley {

namespace {

constexpr std::size_t soonSummed = 64 << 10; // bytes

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
    m_secondsInLast = 0;
    if (m_measuresOwn)
        m_ownSquares.push_back(gradients.dot(gradients));
    const bool blocksLong = state_->sumsDirectly(gradients) && !bucket.isLast() && gradients.nbytes() > soonSummed;
    if (!state_->sumsAtOnce(gradients) || blocksLong) {
        std::vector<at::Tensor> tensors{gradients};
        return state_->processGroup()->allreduce(tensors)->getFuture();
    }
    const double before = state_->secondsInSums();
    state_->sum(gradients);
    if (bucket.isLast())
        m_secondsInLast = state_->secondsInSums() - before;
    return ready(gradients);
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
