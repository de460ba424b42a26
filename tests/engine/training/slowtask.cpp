#include "slowtask.h"

#include <thread>

namespace motley {

SlowTask::SlowTask(std::unique_ptr<Task> task, std::chrono::microseconds perSample, LossChange change)
    : m_task(std::move(task)), m_perSample(perSample), m_change(std::move(change))
{
}

at::Tensor SlowTask::summedLoss(const Batch &batch)
{
    std::this_thread::sleep_for(m_perSample * batch.samples);
    const at::Tensor loss = m_task->summedLoss(batch);
    return m_change && batch.samples > 0 ? m_change(++m_passes, loss, m_task->model()) : loss;
}

} // namespace motley
