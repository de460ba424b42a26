// A task that adds a fixed time to each sample, so that what depends on time can be tested on any computer, and may
// spoil losses.
#pragma once

#include "engine/tasks/task.h"

#include <chrono>
#include <functional>

namespace motley {

// Gets the loss of this rank's n-th pass with samples, counted from 1, and returns another.
using LossChange = std::function<at::Tensor(std::int64_t pass, const at::Tensor &loss, torch::nn::Module &model)>;

class SlowTask : public Task {
public:
    SlowTask(std::unique_ptr<Task> task, std::chrono::microseconds perSample, LossChange change = {});

    torch::nn::Module &model() override { return m_task->model(); }
    std::string modelName() const override { return m_task->modelName(); }
    std::string modelConfig() const override { return m_task->modelConfig(); }
    std::vector<SideFile> modelFiles() const override { return m_task->modelFiles(); }
    NamedTensors otherTensors() const override { return m_task->otherTensors(); }
    std::vector<std::string> notes() const override { return m_task->notes(); }
    std::optional<std::string> adapterConfig() const override { return m_task->adapterConfig(); }
    const Dataset &trainingSet() const override { return m_task->trainingSet(); }
    const Dataset *testSet() const override { return m_task->testSet(); }
    at::Tensor summedLoss(const Batch &batch) override;
    std::int64_t testedAtOnce() const override { return m_task->testedAtOnce(); }
    std::size_t scoreCounts() const override { return m_task->scoreCounts(); }
    Score score(const Batch &batch) override { return m_task->score(batch); }
    double meanLoss(const Score &sum) const override { return m_task->meanLoss(sum); }
    std::vector<Metric> metrics(const Score &sum) const override { return m_task->metrics(sum); }
    std::vector<PromptAnswer> answers(const std::function<void()> &alive) override { return m_task->answers(alive); }
    std::vector<std::string> classes() const override { return m_task->classes(); }
    std::int64_t shownExamples() const override { return m_task->shownExamples(); }
    std::vector<TestExample> examples(const Batch &batch) override { return m_task->examples(batch); }

private:
    std::unique_ptr<Task> m_task;
    std::chrono::microseconds m_perSample;
    LossChange m_change;
    std::int64_t m_passes = 0;
};

} // namespace motley
