#include "engine/training/trainer.h"

#include "engine/base/runclock.h"
#include "engine/device/mixedprecision.h"
#include "engine/exchange/adasumtree.h"
#include "engine/job/continuefiles.h"
#include "engine/optim/optimizerstate.h"
#include "engine/tensorfiles/finitenumbers.h"
#include "engine/training/alignreplicas.h"
#include "engine/training/checkpoint/checkpointwriter.h"
#include "engine/training/comparedata.h"
#include "engine/training/earliermodels.h"
#include "engine/training/earlystopping.h"
#include "engine/training/evaluation.h"
#include "engine/training/planned.h"
#include "engine/training/totalsteps.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

using Kind = RankFailed::Kind;

StepDone describeStep(const StepData &data, const StepResult &result, double lossBefore)
{
    StepDone done;
    done.step = data.position.step;
    done.epoch = data.position.epoch;
    done.loss = result.isEmpty ? lossBefore : result.report.summedLoss / data.weight;
    done.gradientNorm = result.gradientNorm;
    done.lossScale = result.lossScale;
    done.skipped = result.changesNothing();
    done.samples = data.samples;
    done.sampleHash = data.sampleHash;
    done.ranks = result.report.ranks;
    return done;
}

// Tokens of a row of BERT; 0 for other tasks.
std::int64_t rowLengthOf(const JobSpec &job, const Dataset &trainingSet)
{
    if (!std::holds_alternative<BertSpec>(job.task))
        return 0;
    const std::int64_t first = 0;
    return trainingSet.batch({&first, 1}, {}).inputs.front().size(1);
}

} // namespace

Trainer::Trainer(const WorkerContext &context, TrainingState &state)
    : m_context(context), m_job(context.launch.job), m_state(state),
      m_sampler(state.task.trainingSet().sampler(m_job.seed, m_job.batch, m_job.order)),
      m_learningRate(learningRateOf(m_job, *m_sampler)), m_totalSteps(totalSteps(m_job, *m_sampler)),
      m_checkpointInterval(checkpointInterval(m_job.checkpoint, m_totalSteps)), m_model(context, state, m_totalSteps),
      m_nonFinite(m_job.nonFinite)
{
}

RankResult<WorkerOutcome> Trainer::run(Generation &generation)
{
    if (const auto started = start(generation); !started)
        return tl::unexpected(started.error());
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Training);
    reportStart();
    for (;;) {
        const auto outcome = trainOn(generation);
        if (!outcome)
            return outcome;
        if (m_nonFinite.isTooMuch()) {
            if (const auto back = rollBack(generation); !back)
                return tl::unexpected(back.error());
            continue;
        }
        if (m_emptySteps > 1) // the first one has been reported when it came
            warn(std::to_string(m_emptySteps) + " of the steps changed nothing, as none of their samples had a label.");
        const auto saved = isRankZero() ? m_model.writeAtEnd(generation.shares().shares()) : Result<void>();
        return saved.map([&] { return *outcome; }).map_error(as(Kind::FilesFailed));
    }
}

RankResult<void> Trainer::start(Generation &generation)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
    const auto others = isRankZero() ? generation.strategy().initialState() : std::vector<StatePart>();
    const Result<void> loaded = isRankZero() ? load(others) : Result<void>();
    const bool allBegin = generation.group().agree(loaded.has_value());
    if (!loaded)
        return tl::unexpected(RankError(loaded.error(), Kind::BadInput));
    if (!allBegin)
        return fail(Kind::PeerLost, "Rank 0 could not begin where it should; its own message says why.");
    if (const auto recorded = generation.strategy().prepare(); !recorded)
        return tl::unexpected(RankError(recorded.error(), Kind::OutOfMemory));
    generation.strategy().sync(others);
    return {};
}

Result<void> Trainer::load(const std::vector<StatePart> &others)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Loading);
    const Dataset &data = m_state.task.trainingSet();
    const StateTensors tensors{stateDict(m_state.task.model()), others};
    const std::string checkpoint = checkpointToResume(m_context);
    Result<ResumePoint> resumed;
    if (!checkpoint.empty())
        resumed = resumeRun(checkpoint, m_job, data.size(), m_sampler->stepsPerEpoch(), tensors);
    else if (!m_job.continueFrom.path.empty())
        resumed = continueRun(m_job, data.size(), m_sampler->stepsPerEpoch(), tensors, rowLengthOf(m_job, data));
    if (!resumed)
        return tl::unexpected(resumed.error());
    m_state.progress.step = m_state.progress.lastCheckpoint = resumed->step;
    m_state.progress.tests = resumed->tests;
    m_beginning = *resumed;
    if (resumed->step >= m_totalSteps && checkpoint.empty())
        return fail("The work in " + m_job.continueFrom.path.path + " is at step " + std::to_string(resumed->step)
            + ", but this job ends at step " + std::to_string(m_totalSteps) + "; raise epochs or maxSteps.");
    return {};
}

void Trainer::reportStart() const
{
    if (!isRankZero())
        return;
    RunStarted started;
    started.runId = m_context.launch.runId;
    started.name = m_job.name;
    started.task = taskName(m_job.task);
    started.model = m_state.task.modelName();
    started.parameters = countParameters(m_state.task.model());
    started.trainSamples = m_state.task.trainingSet().size();
    started.batch = m_job.batch;
    started.totalSteps = m_totalSteps;
    started.firstStep = m_state.progress.step + 1;
    started.engineVersion = MOTLEY_VERSION;
    m_context.emit(started);
    m_context.emit(PlanChosen{m_context.launch.plan});
    for (const std::string &note : m_state.task.notes())
        warn(note);
    if (const std::string untested = describeUntested(m_job); !m_state.task.testSet() && !untested.empty())
        warn(untested);
    if (m_job.exchange.combine == ExchangeSpec::Combine::Adasum)
        m_context.emit(Note{-1,
            "Adasum (A) joins what the ranks change as "
                + adasumFormula(groupRanks(groupsOfRanks(m_context.launch.plan))) + "."});
    for (const std::string &warning : m_context.launch.warnings.value_or(std::vector<std::string>()))
        warn(warning);
    for (const std::string &note : m_beginning.notes)
        m_context.emit(Note{-1, note});
    for (const std::string &warning : m_beginning.warnings)
        warn(warning);
}

RankResult<WorkerOutcome> Trainer::trainOn(Generation &generation)
{
    TrainingProgress &progress = m_state.progress;
    generation.startLoading(m_totalSteps);
    WorkerOutcome outcome;
    while (progress.step < m_totalSteps && !outcome.stopped && !isOver()) {
        const std::int64_t step = progress.step + 1;
        const auto taken = trainStep(generation, step);
        if (!taken)
            return tl::unexpected(taken.error());
        if (m_nonFinite.isTooMuch())
            return outcome;
        const StepPosition position = m_sampler->position(step);
        if (position.endsEpoch && position.epoch % m_job.evaluateEveryEpochs == 0)
            evaluate(generation, position);
        if (m_checkpointInterval > 0 && step % m_checkpointInterval == 0 && progress.lastCheckpoint != step)
            saveCheckpoint(generation, step);
        if (m_nonFinite.isTooMuch())
            return outcome;
        outcome.stopped = *taken == Progress::Stopping && step < m_totalSteps;
    }
    if (!outcome.stopped && !(m_state.lastTest && m_state.lastTest->step == progress.step))
        evaluate(generation, m_sampler->position(std::max<std::int64_t>(progress.step, 1)));
    if (progress.lastCheckpoint != progress.step)
        saveCheckpoint(generation, progress.step);
    outcome.step = progress.step;
    return outcome;
}

RankResult<Trainer::Progress> Trainer::trainStep(Generation &generation, std::int64_t step)
{
    ShareBalancer &shares = generation.shares();
    DataLoader &data = generation.data();
    if (const auto changed = shares.begin(step))
        m_context.emit(*changed);
    const auto started = RunClock::now();
    const auto ready = data.next();
    if (!ready)
        return tl::unexpected(RankError(ready.error(), Kind::BadInput));
    const double waited = secondsSince(started);
    const double rate = m_learningRate.at(step);
    const bool asked = m_context.stopRequested && m_context.stopRequested->load();
    const auto result
        = generation.strategy().run({*ready, rate, data.upcoming(), waited, asked, shares.popNewShares()});
    if (!result)
        return tl::unexpected(RankError(result.error(), Kind::OutOfMemory));
    const StepReport &report = result->report;
    if (report.drewOthers)
        return fail(Kind::BadInput, unlikeSamples(step, *report.drewOthers, generation.plan()));
    if (result->newMicrobatch || result->recomputesNow)
        warnOfMemory(step, *result);
    if (report.newShares) {
        tuneConvolutions(false);
        shares.receive(*report.newShares, data);
    }
    if (const auto warning = m_nonFinite.add(step, *result))
        warn(*warning);
    if (m_nonFinite.isTooMuch())
        return Progress::Going;
    TrainingProgress &progress = m_state.progress;
    progress.step = step;
    m_context.activity->advance();
    shares.learn(step, report.ranks, data);

    StepDone done = describeStep(*ready, *result, progress.lastLoss);
    progress.lastLoss = done.loss;
    if (result->isEmpty && m_emptySteps++ == 0)
        warn("No sample of step " + std::to_string(step)
            + " has a label, so there is nothing to learn from it: the step counts and changes nothing.");
    if (!report.gradients.empty() && !result->changesNothing()) {
        m_state.noise.add(report.gradients, result->gradientNorm * result->gradientNorm);
        done.noiseScale = m_state.noise.units();
    }
    done.learningRate = rate;
    done.seconds = secondsSince(started);
    done.samplesPerSecond = double(done.samples) / done.seconds;
    if (isRankZero())
        m_context.emit(done);
    return report.stop ? Progress::Stopping : Progress::Going;
}

void Trainer::evaluate(Generation &generation, const StepPosition &position)
{
    if (!m_state.task.testSet())
        return;
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Testing);
    m_state.updater.swapAverage();
    const auto note = [&](const std::string &sentence) {
        if (!m_state.lastTest)
            warn(sentence);
    };
    Evaluation evaluation = evaluateTask(
        m_state.task, generation.group(), generation.shares().shares(), m_state.options.device, m_job.precision, note);
    m_state.updater.swapAverage();
    evaluation.step = position.step;
    evaluation.epoch = position.epoch;
    m_state.lastTest = evaluation;
    if (isRankZero())
        m_context.emit(evaluation);
    updateEarlyStopping(generation, evaluation);
}

// All take rank 0's, because results of different processors may differ in the last digit.
void Trainer::updateEarlyStopping(Generation &generation, const Evaluation &evaluation)
{
    TestProgress &tests = m_state.progress.tests;
    updateTestProgress(tests, evaluation, m_job.stopping.leastGain);
    tests = generation.group().agree(tests);
    if (tests.bestStep == evaluation.step && m_job.checkpoint.keepBest) {
        saveCheckpoint(generation, evaluation.step);
        if (m_nonFinite.isTooMuch())
            return;
        const auto saved
            = isRankZero() ? m_model.write(m_context.folder.bestModel(), generation.shares().shares()) : Result<void>();
        if (!saved)
            warn("The best model so far was not saved. " + saved.error().message);
    }
    if (isOver() && m_state.progress.step < m_totalSteps)
        warn("Training ends at step " + std::to_string(m_state.progress.step) + ": the last "
            + std::to_string(tests.testsWithoutGain) + " tests were no better than that of step "
            + std::to_string(tests.bestStep) + " (" + toText(earlyStoppingMetric(evaluation)) + " now).");
}

bool Trainer::isOver() const
{
    return motley::isOver(m_state.progress.tests, m_job.stopping);
}

void Trainer::saveCheckpoint(Generation &generation, std::int64_t step)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Saving);
    if (!generation.group().agree(!isRankZero() || areFinite(tensorsOf(stateDict(m_state.task.model()))))) {
        m_nonFinite.addWeights(step);
        return;
    }
    m_state.progress.lastCheckpoint = step;
    if (const auto warning = alignReplicas(m_state, generation.group(), generation.strategy(), generation.plan(), step))
        warn(*warning);
    const auto others = generation.strategy().gatherState();
    if (isRankZero())
        writeOwnCheckpoint(step, others);
}

// A full disk must not end a run: it goes on, and tries again at the next checkpoint.
void Trainer::writeOwnCheckpoint(std::int64_t step, const std::vector<StatePart> &others)
{
    const PerEpoch &steps = m_sampler->stepsPerEpoch();
    const TestProgress &tests = m_state.progress.tests;
    const CheckpointState progress{
        step, steps.later(), positionOf(step + 1, steps).epoch - 1, tests, m_job, m_state.task.trainingSet().size()};
    std::vector<SideFile> files = m_model.files();
    files.push_back({"config.json", m_state.task.modelConfig()});
    std::erase_if(files, [](const SideFile &file) { return !describesModel(file.name); });
    const auto saved = writeCheckpoint(m_context.folder,
        {progress, stateDict(m_state.task.model()), joined(others), std::move(files)}, m_job.checkpoint.keep,
        m_job.checkpoint.keepBest ? tests.bestStep : 0);
    if (saved)
        m_context.emit(*saved);
    else
        m_context.emit(Warning{m_context.launch.machine,
            "No checkpoint was written at step " + std::to_string(step) + ". " + saved.error().message
                + (saved.error().detail.empty() ? "" : " (" + saved.error().detail + ")")});
}

RankResult<void> Trainer::rollBack(Generation &generation)
{
    const std::string advice
        = " Look at the data and at the weights that the run began with; lower schedule.peak, add warm-up steps or set "
          "clipNorm.";
    const std::string reason = m_nonFinite.reason();
    if (const auto allowed = m_nonFinite.goBack(); !allowed)
        return fail(Kind::NonFinite, allowed.error().message + advice);

    const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
    m_state.progress.step = 0; // the ranks that load nothing are behind
    const auto others = isRankZero() ? generation.strategy().initialState() : std::vector<StatePart>();
    if (!generation.group().agree(!isRankZero() || (!checkpointToResume(m_context).empty() && load(others))))
        return fail(Kind::NonFinite, reason + " There is no checkpoint to go back to." + advice);
    generation.strategy().sync(others);
    warn(reason + " The run goes back to the checkpoint of step " + std::to_string(m_state.progress.step) + ", once.");
    return {};
}

void Trainer::warn(const std::string &message) const
{
    if (isRankZero())
        m_context.emit(Warning{-1, message});
}

void Trainer::warnOfMemory(std::int64_t step, const StepResult &result) const
{
    const PlannedRank &rank = m_context.launch.plan.ranks[std::size_t(m_context.rank)];
    std::string remedy = result.recomputesNow ? "recomputes activations" : "";
    if (result.newMicrobatch)
        remedy += (remedy.empty() ? "takes " : " and takes ") + std::to_string(*result.newMicrobatch)
            + (*result.newMicrobatch == 1 ? " sample" : " samples") + " at once";
    m_context.emit(Warning{rank.machine,
        "Rank " + std::to_string(m_context.rank) + " on " + m_context.launch.plan.machineOf(rank).name
            + " ran out of memory in step " + std::to_string(step) + ". It repeated its part of it and " + remedy
            + " from now on."});
}

} // namespace motley
