// The training loop of one rank: steps, tests at epochs, checkpoints, and the events that report them.
#pragma once

#include "engine/formats/checkpointmanifest.h"
#include "engine/optim/learningrateschedule.h"
#include "engine/tensorfiles/sidefile.h"
#include "engine/training/checkpoint/resume.h"
#include "engine/training/modelcard.h"
#include "engine/training/sharebalancing.h"
#include "engine/training/step/stepstrategy.h"
#include "engine/training/worker.h"

namespace motley {

class Trainer {
public:
    // Every rank constructs one; task and group must outlive it. The task's model is on the device and the same on all
    // ranks. `wholeShareAtOnce` as in StepOptions.
    Trainer(const WorkerContext &context, Task &task, Group &group, at::Device device, bool wholeShareAtOnce = false);

    // Brings all ranks to the same state: that of launch.resumeFrom or else of job.continueFrom, which only rank 0
    // needs to have, or the fresh parameters of rank 0.
    RankResult<void> start();
    // Trains from where start() began to the last step or to a stop, and saves the model.
    RankResult<WorkerOutcome> run();

private:
    enum class Progress { Going, Stopping };

    // The latest steps whose loss or gradient was not finite.
    struct NonFinite {
        std::int64_t first = 0; // 0: there is none
        std::int64_t last = 0;
        std::int64_t inRow = 0;
        std::string what; // "loss", "gradient" or "weights", which were not finite
        bool exceedsSkips = false; // to leave the steps out
    };

    Result<void> begin(const std::vector<StatePart> &others);
    bool agreeOnStep(bool hasBegun); // false: rank 0 has not begun
    void broadcastState(const std::vector<StatePart> &others); // from rank 0
    RankResult<WorkerOutcome> trainOn(); // to the last step, to a stop, or until too much is not finite
    RankResult<void> rollBack();
    bool checkFinite(std::int64_t step, const StepResult &result);
    bool hasFiniteWeights() const;
    void countEmptyStep(std::int64_t step); // in which no sample has a label
    void reportEmptySteps() const;
    void reportStart();
    RankResult<Progress> trainStep(DataLoader &data, std::int64_t step);
    void evaluate(const StepPosition &position);
    void updateEarlyStopping(const Evaluation &evaluation);
    void saveCheckpoint(std::int64_t step);
    void alignReplicas(std::int64_t step);
    Result<void> saveModel();
    Result<void> writeWeights(); // of the model, into its folder
    std::vector<SideFile> filesOfModel() const;
    // Writes the weights that are tested: averaged ones if the job has a moving average.
    Result<void> writeModel(const std::string &folder);
    ModelCard modelCard();
    void warn(const std::string &message) const; // about the run as a whole
    // Warns that this rank ran out of memory, and says what it does about it.
    void warnOfMemory(std::int64_t step, const StepResult &result) const;
    bool isRankZero() const { return m_group.rank() == 0; }

    const WorkerContext &m_context;
    const JobSpec &m_job;
    Task &m_task;
    Group &m_group;
    const at::Device m_device;
    ShareBalancer m_shareBalancer;
    const std::unique_ptr<const Sampler> m_sampler;
    const LearningRateSchedule m_learningRate;
    const std::int64_t m_totalSteps;
    const std::int64_t m_checkpointInterval; // steps; 0: none before the end
    const std::unique_ptr<StepStrategy> m_step;
    std::int64_t m_lastStep = 0; // applied
    std::int64_t m_lastCheckpoint = 0; // step of the newest checkpoint
    std::optional<Evaluation> m_lastEvaluation; // the newest test
    std::optional<std::vector<DataDigest>> m_data; // for the model's card; nullopt: not read yet
    GradientNoiseScale m_noise;
    NonFinite m_nonFinite;
    bool m_hasRolledBack = false;
    double m_lastLoss = 0; // of a step with a loss
    std::int64_t m_emptySteps = 0;
    ResumePoint m_beginning;
    TestProgress m_tests; // the same on all ranks
    bool m_isOver = false; // early stopping has ended training
};

} // namespace motley
