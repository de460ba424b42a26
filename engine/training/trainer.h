// The loop of one rank: steps, tests at epochs, checkpoints, and the events that tell of them.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/optim/learningrateschedule.h"
#include "engine/training/sharebalancing.h"
#include "engine/training/stepreport.h"
#include "engine/training/worker.h"

namespace motley {

class Trainer {
public:
    // Every rank; task and group must live longer. The task's model is on the device and the same on all ranks.
    // `wholeShareAtOnce` as in TrainStepOptions.
    Trainer(
        const WorkerContext &context, Task &task, const Group &group, at::Device device, bool wholeShareAtOnce = false);

    // Brings all ranks to the same state: that of launch.resumeFrom or else of job.continueFrom, which only rank 0
    // needs to have, or the fresh parameters of rank 0.
    Result<void> start();
    Result<WorkerOutcome> run();

private:
    enum class Progress { Going, Stopping };

    Result<void> begin(const std::vector<StatePart> &others);
    std::string ownCheckpoint() const; // to go on from; empty: a new run
    void reportStart();
    Result<Progress> takeStep(Prefetcher &data, std::int64_t step);
    void evaluate(const StepPosition &place);
    void updateEarlyStopping(const Evaluation &evaluation);
    void saveCheckpoint(std::int64_t step);
    Result<void> saveModel();
    Result<void> writeModel(const std::string &folder); // as it is tested
    void warn(const std::string &message) const; // of the run as a whole
    void warnOfMemory(std::int64_t step, const TakenStep &taken) const; // of memory, and what this rank does about it
    bool isRankZero() const { return m_group.rank() == 0; }

    const WorkerContext &m_context;
    const JobSpec &m_job;
    Task &m_task;
    const Group &m_group;
    const at::Device m_device;
    ShareBalancer m_shareBalancer;
    const std::unique_ptr<const Sampler> m_sampler;
    const LearningRateSchedule m_learningRate;
    const std::int64_t m_totalSteps;
    TrainStep m_step;
    UpdateTimes m_lastUpdate;
    std::int64_t m_lastStep = 0; // applied
    std::int64_t m_lastCheckpoint = 0; // step of it
    std::int64_t m_lastEvaluation = 0; // step of it
    GradientNoiseScale m_noise;
    std::vector<std::string> m_remarks; // about the beginning
    TestProgress m_tests; // of rank 0, which decides
    bool m_isOver = false; // it does not get better any more
};

std::int64_t microbatchOf(const LaunchSpec &launch, int rank); // the plan's, or else the job's

} // namespace motley
