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
    // Context and state must live longer.
    Trainer(const WorkerContext &context, TrainingState &state);

    // Every rank of the generation must call it. Brings all to the same state: where the run is under way to that of
    // the rank that has come furthest, otherwise to that of launch.resumeFrom or else of job.continueFrom, which only
    // the first rank needs to have, or to its fresh parameters. Trains from there to the last step or to a stop, and
    // saves the model. Throws PeerLost, or returns after a step that another generation follows; that one then goes on.
    // `connectSeconds`: that forming this one took.
    RankResult<WorkerOutcome> run(Generation &generation, double connectSeconds = 0);

private:
    using Kind = RankFailed::Kind;
    enum class Progress { Going, Stopping, Following };

    RankResult<void> start(Generation &generation, double connectSeconds);
    RankResult<void> begin(Generation &generation, bool goesBack);
    void forget(); // what this rank has of a run whose optimizer state is lost
    // `lacksState`: the optimizer state was sharded anew. `isHeld`: the ranks hold all of it, one way or the other.
    RankResult<void> goOn(Generation &generation, bool lacksState, bool isHeld);
    RankResult<void> prepare(Generation &generation);
    // To the last step, to a stop, to the next generation, or until too much is not finite.
    RankResult<WorkerOutcome> trainOn(Generation &generation);
    RankResult<Progress> trainStep(Generation &generation, std::int64_t step);
    void handOn(Generation &generation); // to the next one
    void finishStep(Generation &generation, std::int64_t step); // what is due after it and is not done yet
    void evaluate(Generation &generation, const StepPosition &position);
    void saveIfBest(Generation &generation, std::int64_t step);
    using WhileWritten = AsyncCheckpointWriter::Training;
    void saveCheckpoint(Generation &generation, std::int64_t step, WhileWritten training);
    void waitForCheckpoint();
    bool isWritten(std::int64_t step); // its checkpoint, here
    bool isLogged(const Membership &membership) const; // the newest checkpoint
    RankResult<void> rollBack(Generation &generation);
    bool isOver() const; // early stopping has ended training
    bool isTested(std::int64_t step) const;
    void warn(const std::string &message) const { m_report.warn(message); }
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
    bool m_hasBegun = false; // the run's start is reported
    // On the first rank: the whole of a state that was sharded without mirrors, until the ranks of the next generation
    // have it.
    std::vector<StatePart> m_whole;

    // What all ranks count alike.
    struct Counts {
        NonFiniteSteps nonFinite;
        std::int64_t emptySteps = 0; // in which no sample has a label
        std::int64_t firstStep = 0; // the last one before those that this run has taken
        bool owesCheckpoint = false; // it was asked for, or whoever wrote the latest one was lost meanwhile
    } m_counts;
};

} // namespace motley
