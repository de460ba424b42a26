// The training loop of one rank: steps, tests at epochs, checkpoints, and the events that report them.
#pragma once

#include "engine/optim/learningrateschedule.h"
#include "engine/training/checkpoint/asynccheckpointwriter.h"
#include "engine/training/generation.h"
#include "engine/training/modelwriter.h"
#include "engine/training/nonfinitesteps.h"
#include "engine/training/runreporter.h"
#include "engine/training/runstart.h"

namespace motley {

class Trainer {
public:
    // Context and state must live longer. `hasBegun`: an earlier trainer has reported the run's start.
    Trainer(const WorkerContext &context, TrainingState &state, bool hasBegun = false);

    // Every rank of the generation must call it. Brings all to the same state: where the run is under way to that of
    // the rank that has come furthest, otherwise to that of launch.resumeFrom or else of job.continueFrom, which only
    // the first rank needs to have, or to its fresh parameters. Trains from there to the last step or to a stop, and
    // saves the model. Throws PeerLost; another generation then goes on. `connectSeconds`: that forming this one took.
    RankResult<WorkerOutcome> run(Generation &generation, double connectSeconds = 0);
    bool hasBegun() const { return m_hasBegun; }

private:
    enum class Progress { Going, Stopping };

    RankResult<void> start(Generation &generation, double connectSeconds);
    RankResult<void> begin(Generation &generation);
    RankResult<void> goOn(Generation &generation);
    RankResult<void> prepare(Generation &generation);
    // To the last step, to a stop, or until too much is not finite.
    RankResult<WorkerOutcome> trainOn(Generation &generation);
    RankResult<Progress> trainStep(Generation &generation, std::int64_t step);
    void finishStep(Generation &generation, std::int64_t step); // what is due after it and is not done yet
    void evaluate(Generation &generation, const StepPosition &position);
    void saveIfBest(Generation &generation, std::int64_t step);
    using WhileWritten = AsyncCheckpointWriter::Training;
    void saveCheckpoint(Generation &generation, std::int64_t step, WhileWritten training);
    Checkpoint checkpointOf(std::int64_t step, const std::vector<StatePart> &others) const; // on the first rank
    void waitForCheckpoint();
    bool isWritten(std::int64_t step); // its checkpoint, here
    bool isLogged(const Membership &membership) const; // the newest checkpoint
    RankResult<void> rollBack(Generation &generation);
    bool isOver() const; // early stopping has ended training
    bool isTested(std::int64_t step) const;
    void warn(const std::string &message) const { m_report.warn(message); }
    // Warns that this rank ran out of memory, and says what it does about it.
    void warnOfMemory(std::int64_t step, const StepResult &result) const;
    bool isFirst() const { return m_report.reports(); } // of the ranks of its generation

    const WorkerContext &m_context;
    const JobSpec &m_job;
    TrainingState &m_state;
    const std::unique_ptr<const Sampler> m_sampler;
    const LearningRateSchedule m_learningRate;
    const std::int64_t m_totalSteps;
    const std::int64_t m_checkpointInterval; // steps; 0: none before the end
    ModelWriter m_model;
    AsyncCheckpointWriter m_checkpoints; // of the first rank
    RunReporter m_report;
    RunStart m_start;
    bool m_hasBegun; // the run's start is reported
    bool m_goesBack; // to a checkpoint, as an earlier trainer's state is lost

    // What all ranks count alike.
    struct Counts {
        NonFiniteSteps nonFinite;
        std::int64_t emptySteps = 0; // in which no sample has a label
        std::int64_t firstStep = 0; // the last one before those that this run has taken
        bool owesCheckpoint = false; // whoever wrote the latest one was lost meanwhile
    } m_counts;
};

} // namespace motley
