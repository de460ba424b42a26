#include "engine/training/trainer.h"

#include "engine/base/runclock.h"
#include "engine/device/mixedprecision.h"
#include "engine/exchange/peerlost.h"
#include "engine/job/continuefiles.h"
#include "engine/optim/optimizerstate.h"
#include "engine/plan/balance/statemirrors.h"
#include "engine/tensorfiles/finitenumbers.h"
#include "engine/training/alignreplicas.h"
#include "engine/training/comparedata.h"
#include "engine/training/earliermodels.h"
#include "engine/training/earlystopping.h"
#include "engine/training/evaluation.h"
#include "engine/training/membershipinbox.h"
#include "engine/training/step/checkpointcontents.h"
#include "engine/training/step/describestep.h"
#include "engine/training/step/shardsettlement.h"
#include "engine/training/totalsteps.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

Trainer::Trainer(const WorkerContext &context, TrainingState &state)
    : m_context(context), m_job(context.launch.job), m_state(state),
      m_sampler(state.task.trainingSet().sampler(m_job.seed, m_job.batch, m_job.order)),
      m_learningRate(learningRateOf(m_job, *m_sampler)), m_totalSteps(totalSteps(m_job, *m_sampler)),
      m_checkpointInterval(checkpointInterval(m_job.checkpoint, m_totalSteps)), m_model(context, state, m_totalSteps),
      m_checkpoints(context.folder, context.launch.machine, m_job.checkpoint, context.emit), m_report(context, state),
      m_start(context, state, *m_sampler, m_totalSteps), m_counts{NonFiniteSteps(m_job.nonFinite)}
{
}

RankResult<WorkerOutcome> Trainer::run(Generation &generation, double connectSeconds)
{
    if (const auto started = start(generation, connectSeconds); !started)
        return tl::unexpected(started.error());
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Training);
    for (;;) {
        const auto outcome = trainOn(generation);
        if (!outcome)
            return outcome;
        if (outcome->othersFollow) {
            handOn(generation);
            return outcome;
        }
        if (m_counts.nonFinite.isTooMuch()) {
            if (const auto back = rollBack(generation); !back)
                return tl::unexpected(back.error());
            continue;
        }
        if (m_counts.emptySteps > 1) // the first one has been reported when it came
            warn(std::to_string(m_counts.emptySteps)
                + " of the steps changed nothing, as none of their samples had a label.");
        const auto saved = isFirst() ? m_model.writeAtEnd(generation.sharesByRank()) : Result<void>();
        generation.group().agree(saved.has_value()); // the others wait: where the first is lost, one of them writes it
        return saved.map([&] { return *outcome; }).map_error(as(Kind::FilesFailed));
    }
}

RankResult<void> Trainer::start(Generation &generation, double connectSeconds)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
    const auto connected = RunClock::now();
    Group &group = generation.group();
    m_report.enter(generation);
    const bool hasBegun = !group.all(!m_hasBegun);
    const bool lacksState = !group.all(!m_state.lacksState);
    const bool isShared = !group.all(!m_state.isShared);
    const bool isHeld = !lacksState || (isShared && ShardSettlement(m_state, group).holdAll());
    const bool isUnderWay = isShared && (isHeld || group.agree(!m_whole.empty()));
    const auto ready = isUnderWay ? goOn(generation, lacksState, isHeld) : begin(generation, lacksState && hasBegun);
    if (!ready)
        return ready;
    if (!hasBegun) {
        m_start.report(m_report);
        group.all(true); // only then it is sure that no other rank has to report it
    }
    m_hasBegun = true;
    if (const int number = generation.membership().generation; number > 1)
        m_report.emit(GenerationFormed{number, m_state.progress.step, connectSeconds, secondsSince(connected)});
    return {};
}

RankResult<void> Trainer::begin(Generation &generation, bool goesBack)
{
    m_whole.clear();
    if (goesBack)
        forget();
    m_state.beginShards();
    const auto others = isFirst() ? generation.strategy().initialState() : std::vector<StatePart>();
    const Result<void> loaded = isFirst() ? m_start.load(others, goesBack) : Result<void>();
    const bool allBegin = generation.group().agree(loaded.has_value());
    if (!loaded)
        return tl::unexpected(RankError(loaded.error(), Kind::BadInput));
    if (!allBegin)
        return fail(Kind::PeerLost, "The first rank could not begin where it should; its own message says why.");
    if (const auto ready = prepare(generation); !ready)
        return ready;
    generation.strategy().sync(others);
    m_counts.firstStep = m_state.progress.step;
    m_report.startFrom(m_state.progress.step);
    if (goesBack) {
        m_start.warn(m_report);
        warn("A part of the sharded optimizer state is lost. The run goes back to the checkpoint of step "
            + std::to_string(m_state.progress.step) + ".");
    }
    return {};
}

void Trainer::forget()
{
    waitForCheckpoint();
    m_state.isShared = false;
    m_state.progress = {};
    m_state.lastTest.reset();
    m_state.noise = {};
    m_counts = {NonFiniteSteps(m_job.nonFinite)};
}

// Shards without mirrors are gathered while all are there: where a rank is lost from here on, the first has them.
void Trainer::handOn(Generation &generation)
{
    const bool isHeldOnce = holdsOnce(generation.membership(), m_job.memory);
    auto whole = isHeldOnce ? generation.strategy().gatherState() : std::vector<StatePart>();
    if (isFirst())
        m_whole = std::move(whole);
    generation.group().all(true); // who leaves before the others have what they wait for would be lost
}

RankResult<void> Trainer::goOn(Generation &generation, bool lacksState, bool isHeld)
{
    Group &group = generation.group();
    const int furthest = generation.strategy().furthest();
    m_report.takeOver(generation, furthest);
    const Counts counts = group.agree(m_counts, furthest);
    const GradientNoiseScale noise = group.agree(m_state.noise, furthest);
    if (lacksState && isHeld && ShardSettlement(m_state, group).catchUp(furthest)) { // the furthest may be lost yet
        m_counts = counts;
        m_state.noise = noise;
        m_report.catchUp();
    }
    if (const auto ready = prepare(generation); !ready)
        return ready;
    generation.strategy().sync(isHeld ? std::vector<StatePart>() : m_whole);
    group.all(true); // all have it
    m_whole.clear();
    m_state.forgetShardsBefore();
    m_counts = counts;
    m_state.noise = noise;
    m_report.goOn();
    TrainingProgress &progress = m_state.progress;
    const bool isSaved = progress.lastCheckpoint <= m_counts.firstStep
        || group.agree(!isFirst() || (isWritten(progress.lastCheckpoint) && isLogged(generation.membership())));
    if (!isSaved) {
        progress.lastCheckpoint = m_counts.firstStep;
        m_counts.owesCheckpoint = true;
    }
    return {};
}

RankResult<void> Trainer::prepare(Generation &generation)
{
    return generation.strategy().prepare().map_error(as(Kind::OutOfMemory));
}

RankResult<WorkerOutcome> Trainer::trainOn(Generation &generation)
{
    TrainingProgress &progress = m_state.progress;
    NonFiniteSteps &nonFinite = m_counts.nonFinite;
    generation.startLoading(m_totalSteps);
    WorkerOutcome outcome;
    if (!nonFinite.isTooMuch() && progress.step > m_counts.firstStep) { // a rank may have been lost in the middle of it
        finishStep(generation, progress.step);
        if (isTested(progress.step) && !nonFinite.isTooMuch())
            saveIfBest(generation, progress.step);
    }
    while (!nonFinite.isTooMuch() && progress.step < m_totalSteps && !outcome.stopped && !isOver()) {
        const std::int64_t step = progress.step + 1;
        const auto taken = trainStep(generation, step);
        if (!taken)
            return tl::unexpected(taken.error());
        m_checkpoints.emitWritten();
        if (nonFinite.isTooMuch())
            break;
        finishStep(generation, step);
        if (*taken == Progress::Following && !nonFinite.isTooMuch())
            return WorkerOutcome{false, step, true};
        outcome.stopped = *taken == Progress::Stopping && step < m_totalSteps;
    }
    if (nonFinite.isTooMuch())
        return outcome;
    if (!outcome.stopped && !isTested(progress.step))
        evaluate(generation, m_sampler->position(std::max<std::int64_t>(progress.step, 1)));
    if (progress.lastCheckpoint != progress.step)
        saveCheckpoint(generation, progress.step, WhileWritten::Waits);
    waitForCheckpoint();
    outcome.step = progress.step;
    return outcome;
}

RankResult<Trainer::Progress> Trainer::trainStep(Generation &generation, std::int64_t step)
{
    ShareBalancer &shares = generation.shares();
    DataLoader &data = generation.data();
    generation.throwIfAborted();
    if (auto changed = shares.begin(step)) {
        changed->shares = sharesByRank(generation.membership(), changed->shares);
        m_context.emit(*changed);
    }
    const auto started = RunClock::now();
    const auto ready = data.next();
    if (!ready)
        return tl::unexpected(RankError(ready.error(), Kind::BadInput));
    const double waited = secondsSince(started);
    const double rate = m_learningRate.at(step);
    const auto isAsked = [](const std::atomic<bool> *request) { return request && request->load(); };
    const auto &told = m_context.memberships;
    const bool follows = told && told->waitsForStep(generation.membership().generation);
    const auto result = generation.strategy().run({*ready, rate, data.upcoming(), waited,
        isAsked(m_context.stopRequested), shares.popNewShares(), follows, isAsked(m_context.checkpointRequested)});
    if (!result)
        return tl::unexpected(RankError(result.error(), Kind::OutOfMemory));
    const StepReport &report = result->report;
    if (report.drewOthers) {
        generation.group().waitForOthers();
        return fail(Kind::BadInput, unlikeSamples(step, *report.drewOthers, generation.membership()));
    }
    if (report.savesCheckpoint && m_context.checkpointRequested) // only now: a step that loses a rank is taken again
        m_context.checkpointRequested->store(false);
    m_counts.owesCheckpoint = m_counts.owesCheckpoint || report.savesCheckpoint;
    if (result->newMicrobatch || result->recomputesNow)
        m_context.emit(warningOfMemory(m_context.launch.plan, m_context.rank, step, *result));
    if (report.newShares) {
        tuneConvolutions(false);
        shares.receive(*report.newShares, data);
    }
    if (const auto warning = m_counts.nonFinite.add(step, *result))
        warn(*warning);
    if (m_counts.nonFinite.isTooMuch())
        return Progress::Going;
    TrainingProgress &progress = m_state.progress;
    progress.step = step;
    m_context.activity->advance();
    shares.learn(step, report.ranks, data);
    StepDone done = describeStep(*ready, *result, generation.membership(), progress.lastLoss);
    progress.lastLoss = done.loss;
    if (result->isEmpty && m_counts.emptySteps++ == 0)
        warn("No sample of step " + std::to_string(step)
            + " has a label, so there is nothing to learn from it: the step counts and changes nothing.");
    if (!report.gradients.empty() && !result->changesNothing()) {
        m_state.noise.add(report.gradients, result->gradientNorm * result->gradientNorm);
        done.noiseScale = m_state.noise.units();
    }
    done.learningRate = rate;
    done.seconds = secondsSince(started);
    done.samplesPerSecond = double(done.samples) / done.seconds;
    m_report.add(std::move(done));
    if (result->lostPeer)
        throw PeerLost(*result->lostPeer);
    if (report.othersFollow) // they stop after their first step, where that was asked for
        return Progress::Following;
    return report.stop ? Progress::Stopping : Progress::Going;
}

void Trainer::finishStep(Generation &generation, std::int64_t step)
{
    const StepPosition position = m_sampler->position(step);
    if (position.endsEpoch && position.epoch % m_job.evaluateEveryEpochs == 0 && !isTested(step))
        evaluate(generation, position);
    if (m_counts.nonFinite.isTooMuch())
        return;
    const bool isDue = m_checkpointInterval > 0 && step % m_checkpointInterval == 0;
    if ((isDue || m_counts.owesCheckpoint) && m_state.progress.lastCheckpoint != step)
        saveCheckpoint(generation, step, WhileWritten::GoesOn);
}

// All take the progress of the first rank, because results of different processors may differ in the last digit. That
// they have it is the commit point of a test.
void Trainer::evaluate(Generation &generation, const StepPosition &position)
{
    if (!m_state.task.testSet())
        return;
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Testing);
    const auto note = [&](const std::string &sentence) {
        if (!m_state.lastTest)
            warn(sentence);
    };
    auto [evaluation, examples] = [&] {
        const AveragedParameters averaged(m_state.updater);
        return testTask(m_state.task, generation.group(), generation.shares().shares(), m_state.options.device,
            m_job.precision, note);
    }();
    evaluation.step = examples.step = position.step;
    evaluation.epoch = position.epoch;
    TestProgress tests = m_state.progress.tests;
    updateTestProgress(tests, evaluation, m_job.stopping.leastGain);
    tests = generation.group().agree(tests);
    m_state.progress.tests = tests;
    const std::string metric = toText(earlyStoppingMetric(evaluation));
    m_report.add(std::move(evaluation), std::move(examples));
    if (isOver() && m_state.progress.step < m_totalSteps)
        warn("Training ends at step " + std::to_string(m_state.progress.step) + ": the last "
            + std::to_string(tests.testsWithoutGain) + " tests were no better than that of step "
            + std::to_string(tests.bestStep) + " (" + metric + " now).");
    saveIfBest(generation, position.step);
}

void Trainer::saveIfBest(Generation &generation, std::int64_t step)
{
    if (m_state.progress.tests.bestStep != step || !m_job.checkpoint.keepBest)
        return;
    if (m_state.progress.lastCheckpoint != step)
        saveCheckpoint(generation, step, WhileWritten::Waits);
    if (m_counts.nonFinite.isTooMuch())
        return;
    waitForCheckpoint();
    const auto saved
        = isFirst() ? m_model.write(m_context.folder.bestModel(), generation.sharesByRank()) : Result<void>();
    if (!saved)
        warn("The best model so far was not saved. " + saved.error().message);
}

bool Trainer::isTested(std::int64_t step) const
{
    return m_state.lastTest && m_state.lastTest->step == step;
}

bool Trainer::isOver() const
{
    return motley::isOver(m_state.progress.tests, m_job.stopping);
}

void Trainer::saveCheckpoint(Generation &generation, std::int64_t step, WhileWritten training)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Saving);
    Group &group = generation.group();
    StepStrategy &strategy = generation.strategy();
    if (!group.agree(!isFirst() || areFinite(tensorsOf(trainedStateDict(m_state.task.model()))))) {
        m_counts.nonFinite.addWeights(step);
        return;
    }
    if (const auto warning = alignReplicas(m_state, group, strategy, generation.membership(), step))
        warn(*warning);
    const auto others = strategy.gatherState();
    m_state.progress.lastCheckpoint = step;
    m_counts.owesCheckpoint = false;
    if (isFirst())
        m_checkpoints.save(
            checkpointOf(step, m_state, m_job, m_sampler->stepsPerEpoch(), others, m_model.files()), training);
}

void Trainer::waitForCheckpoint()
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Saving);
    m_checkpoints.wait();
}

bool Trainer::isWritten(std::int64_t step)
{
    waitForCheckpoint();
    const std::vector<std::int64_t> steps = checkpointSteps(m_context.folder.checkpoints());
    return std::find(steps.begin(), steps.end(), step) != steps.end();
}

// A rank may be lost between writing a checkpoint and saying so.
bool Trainer::isLogged(const Membership &membership) const
{
    return !m_report.isReporterLost() || !membership.reported
        || membership.reported->checkpoint >= m_state.progress.lastCheckpoint;
}

RankResult<void> Trainer::rollBack(Generation &generation)
{
    const std::string advice
        = " Look at the data and at the weights that the run began with; lower schedule.peak, add warm-up steps or set "
          "clipNorm.";
    const std::string reason = m_counts.nonFinite.reason();
    waitForCheckpoint();
    if (const auto allowed = m_counts.nonFinite.goBack(); !allowed)
        return fail(Kind::NonFinite, allowed.error().message + advice);
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
    Group &group = generation.group();
    const bool hasCheckpoint = group.agree(!isFirst() || !checkpointToResume(m_context).empty());
    m_state.isShared = !hasCheckpoint; // where a rank is lost from here on, the next generation loads the checkpoint
    const auto others = isFirst() ? generation.strategy().initialState() : std::vector<StatePart>();
    if (!hasCheckpoint || !group.agree(!isFirst() || m_start.load(others, true).has_value()))
        return fail(Kind::NonFinite, reason + " There is no checkpoint to go back to." + advice);
    generation.strategy().sync(others);
    m_counts.firstStep = m_state.progress.step;
    m_report.startFrom(m_state.progress.step);
    m_start.warn(m_report);
    warn(reason + " The run goes back to the checkpoint of step " + std::to_string(m_state.progress.step) + ", once.");
    return {};
}

} // namespace motley
