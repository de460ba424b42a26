#include "slowtask.h"

#include <thread>

namespace motley {

SlowTask::SlowTask(std::unique_ptr<Task> task, std::chrono::microseconds perSample)
    : m_task(std::move(task)), m_perSample(perSample)
{
}

at::Tensor SlowTask::summedLoss(const Batch &batch)
{
    std::this_thread::sleep_for(m_perSample * batch.samples);
    return m_task->summedLoss(batch);
}

} // namespace motley
