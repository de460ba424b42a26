// How the ranks of a generation take a step together. Each kind has a file of its own; makestrategy.cpp is the list.
#pragma once

#include "engine/data/dataloader.h"
#include "engine/training/checkpoint/statetensors.h"
#include "engine/training/step/stepreport.h"
#include "engine/training/step/trainingstate.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct StepInput {
    const StepData &data;
    double learningRate = 0;
    const StepData *upcoming = nullptr; // the data of the next step, if ready; uploaded while this step is computed
    double dataSeconds = 0; // for which this rank waited for `data`
    bool stopRequested = false;
    std::optional<NewShares> newShares{}; // from rank 0 to all
    bool knowsNextRanks = false;
    bool checkpointRequested = false;
};

struct UpdateTimes {
    double optimizerSeconds = 0;
    double exchangeSeconds = 0; // to receive or combine what other ranks updated
};

struct StepResult {
    StepReport report;
    RankReport mine; // this rank's part of it, whose update times are those of the step before
    UpdateTimes update;
    double gradientNorm = 0; // of the mean gradient, before clipping; 0 where the step changes nothing
    std::optional<double> lossScale; // of float16 training
    // Loss or gradient is not finite, or the ranks drew unlike samples: nothing is changed.
    bool skipped = false;
    // Another rank was lost while updates of others came: the step counts, but this rank lacks some of them.
    std::optional<std::string> lostPeer;
    bool isEmpty = false; // no sample has anything to learn from: nothing is changed
    std::optional<std::int64_t> newMicrobatch; // samples; memory ran out with more at once
    // Activations are recomputed from this step on: memory ran out, however few samples there were at once.
    bool recomputesNow = false;
    std::int64_t passPeakBytes = 0; // of tensors, in the passes; 0: not measured
    std::int64_t updatePeakBytes = 0;

    bool changesNothing() const { return skipped || isEmpty; }
};

class StepStrategy {
public:
    // Every rank constructs it; state and group must live longer.
    StepStrategy(TrainingState &state, Group &group);
    StepStrategy(const StepStrategy &) = delete;
    StepStrategy &operator=(const StepStrategy &) = delete;
    virtual ~StepStrategy() = default;

    virtual Result<void> prepare() { return {}; } // every rank must call it once, before the first step
    // Every rank must call it. Where this rank's memory does not hold its passes, they are repeated with fewer samples
    // at once while the other ranks wait. The Error says that nothing fits; nothing has changed then. The report is the
    // commit point: where a rank is lost before it, the step leaves no trace, and who returns from it updates.
    Result<StepResult> run(const StepInput &input);

    // The parts of run(). The report is between the first two.
    virtual Result<StepResult> computeGradients(const StepInput &input) = 0;
    virtual void decide(StepResult &result) const = 0; // whether the step is skipped, and its gradient's norm
    // Changes the parameters, or nothing. Where memory is short, it gives up the upload of the next step's data.
    virtual void update(StepResult &result, double learningRate) = 0;
    // Undoes what computeGradients() has changed beside gradients, as the report has not come. It is kept where others
    // may have come to the step's end.
    void takeBack();

    // The training state without the model, as far as this rank holds it.
    std::vector<StatePart> state() const;
    // The whole state of all ranks as it is before the first step, for a checkpoint to be loaded into.
    virtual std::vector<StatePart> initialState() const = 0;
    // The whole state of all ranks on rank 0. Every rank must call it; other ranks get nothing of use.
    virtual std::vector<StatePart> gatherState() const = 0;
    // The rank that has come furthest, the first of several. Every rank must call it.
    int furthest() const;
    // Gives all ranks the state of the furthest: of rank 0 at a start, which has `loaded` a whole state, and where
    // ranks have drifted apart. Every rank must call it; `loaded` is empty where rank 0 has loaded nothing. Where a
    // rank is lost meanwhile, each of the others has the state that it had, or that of the furthest.
    void sync(const std::vector<StatePart> &loaded = {});

protected:
    // sync() of the optimizer.
    struct OptimizerSync {
        std::vector<std::int64_t> advances; // index = rank; the largest is the furthest's
        int root = 0; // the furthest
        std::int64_t step = 0; // the last one that it has done
        NamedTensors mine; // gets the state; empty where it is sharded, or was
        std::optional<NamedTensors> loaded; // its whole state on rank 0, empty on the others; nullopt: nothing was
    };
    virtual void syncOptimizer(const OptimizerSync &sync) = 0;

    TrainingState &m_state;
    Group &m_group;
    GradientAccumulation m_accumulation;
    UpdateTimes m_lastUpdate;

private:
    std::vector<std::int64_t> advances() const; // how far each rank has come
};

} // namespace motley
