// The training loop of one rank: steps, tests at epochs, checkpoints, and the events that report them.
#pragma once

#include "engine/optim/learningrateschedule.h"
#include "engine/training/checkpoint/resume.h"
#include "engine/training/generation.h"
#include "engine/training/modelwriter.h"
#include "engine/training/nonfinitesteps.h"

namespace motley {

class Trainer {
public:
    // Context and state must live longer.
    Trainer(const WorkerContext &context, TrainingState &state);

    // Every rank of the generation must call it. Brings all to the same state: that of launch.resumeFrom or else of
    // job.continueFrom, which only rank 0 needs to have, or the fresh parameters of rank 0. Trains from there to the
    // last step or to a stop, and saves the model.
    RankResult<WorkerOutcome> run(Generation &generation);

private:
    enum class Progress { Going, Stopping };

    RankResult<void> start(Generation &generation);
    Result<void> load(const std::vector<StatePart> &others); // from where the run begins
    void reportStart() const;
    // To the last step, to a stop, or until too much is not finite.
    RankResult<WorkerOutcome> trainOn(Generation &generation);
    RankResult<Progress> trainStep(Generation &generation, std::int64_t step);
    void evaluate(Generation &generation, const StepPosition &position);
    void updateEarlyStopping(Generation &generation, const Evaluation &evaluation);
    void saveCheckpoint(Generation &generation, std::int64_t step);
    void writeOwnCheckpoint(std::int64_t step, const std::vector<StatePart> &others); // on rank 0
    RankResult<void> rollBack(Generation &generation);
    bool isOver() const; // early stopping has ended training
    void warn(const std::string &message) const; // about the run as a whole, on rank 0
    // Warns that this rank ran out of memory, and says what it does about it.
    void warnOfMemory(std::int64_t step, const StepResult &result) const;
    bool isRankZero() const { return m_context.rank == 0; }

    const WorkerContext &m_context;
    const JobSpec &m_job;
    TrainingState &m_state;
    const std::unique_ptr<const Sampler> m_sampler;
    const LearningRateSchedule m_learningRate;
    const std::int64_t m_totalSteps;
    const std::int64_t m_checkpointInterval; // steps; 0: none before the end
    ModelWriter m_model;
    NonFiniteSteps m_nonFinite;
    std::int64_t m_emptySteps = 0; // in which no sample has a label
    ResumePoint m_beginning;
};

} // namespace motley
