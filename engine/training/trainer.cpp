#include "engine/training/trainer.h"

#include "engine/base/runclock.h"
#include "engine/device/mixedprecision.h"
#include "engine/exchange/adasumtree.h"
#include "engine/job/continuefiles.h"
#include "engine/optim/learningrateschedule.h"
#include "engine/optim/optimizerstate.h"
#include "engine/training/checkpoint/checkpointwriter.h"
#include "engine/training/comparedata.h"
#include "engine/training/earliermodels.h"
#include "engine/training/earlystopping.h"
#include "engine/training/evaluation.h"
#include "engine/training/planned.h"
#include "engine/training/step/makestrategy.h"
#include "engine/training/totalsteps.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

using Kind = RankFailed::Kind;

// A model that normalises over the batch takes its share as one micro-batch.
std::int64_t largestShareOf(const JobSpec &job, bool wholeShareAtOnce)
{
    return wholeShareAtOnce && job.memory.microbatch > 0 ? job.memory.microbatch : unlimited;
}

StepOptions stepOptions(const WorkerContext &context, at::Device device, bool wholeShareAtOnce)
{
    const JobSpec &job = context.launch.job;
    return {job.optimizer, job.clipNorm, microbatchOf(context.launch, context.rank), job.precision, device,
        stateSharesOf(context.launch), false, wholeShareAtOnce,
        job.memory.recompute == MemorySpec::Recompute::WhenNeeded, groupsOfRanks(context.launch.plan)};
}

std::int64_t countParameters(const torch::nn::Module &model)
{
    std::int64_t count = 0;
    for (const at::Tensor &parameter : model.parameters())
        count += parameter.numel();
    return count;
}

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

Trainer::Trainer(const WorkerContext &context, Task &task, Group &group, at::Device device, bool wholeShareAtOnce)
    : m_context(context), m_job(context.launch.job), m_task(task), m_group(group), m_device(device),
      m_shareBalancer(context.launch.plan, group.rank(), !stateSharesOf(context.launch).empty(),
          largestShareOf(m_job, wholeShareAtOnce)),
      m_sampler(task.trainingSet().sampler(m_job.seed, m_job.batch, m_job.order)),
      m_learningRate(learningRateOf(m_job, *m_sampler)), m_totalSteps(totalSteps(m_job, *m_sampler)),
      m_checkpointInterval(checkpointInterval(m_job.checkpoint, m_totalSteps)),
      m_step(makeStrategy(m_job.exchange, task, group, stepOptions(context, device, wholeShareAtOnce)))
{
}

RankResult<void> Trainer::start()
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Connecting);
    const auto others = isRankZero() ? m_step->initialState() : std::vector<StatePart>();
    const Result<void> begun = isRankZero() ? begin(others) : Result<void>();
    const bool allBegin = agreeOnStep(begun.has_value());
    if (!begun)
        return tl::unexpected(RankError(begun.error(), Kind::BadInput));
    if (!allBegin)
        return fail(Kind::PeerLost, "Rank 0 could not begin where it should; its own message says why.");
    if (const auto recorded = m_step->prepare(); !recorded)
        return tl::unexpected(RankError(recorded.error(), Kind::OutOfMemory));
    broadcastState(others);
    return {};
}

bool Trainer::agreeOnStep(bool hasBegun)
{
    if (!m_group.agree(hasBegun))
        return false;
    m_lastStep = m_lastCheckpoint = m_group.agree(m_lastStep);
    m_tests = m_group.agree(m_tests);
    m_isOver = isOver(m_tests, m_job.stopping);
    return true;
}

void Trainer::broadcastState(const std::vector<StatePart> &others)
{
    m_group.broadcast(tensorsOf(stateDict(m_task.model())));
    m_step->scatterState(others);
}

// Loads the model and the other state from where the run begins.
Result<void> Trainer::begin(const std::vector<StatePart> &others)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Loading);
    const TrainingState state{stateDict(m_task.model()), others};
    const std::string checkpoint = checkpointToResume(m_context);
    const std::int64_t samples = m_task.trainingSet().size();
    Result<ResumePoint> resumed;
    if (!checkpoint.empty())
        resumed = resumeRun(checkpoint, m_job, samples, m_sampler->stepsPerEpoch(), state);
    else if (!m_job.continueFrom.path.empty())
        resumed
            = continueRun(m_job, samples, m_sampler->stepsPerEpoch(), state, rowLengthOf(m_job, m_task.trainingSet()));
    if (!resumed)
        return tl::unexpected(resumed.error());
    m_lastStep = resumed->step;
    m_tests = resumed->tests;
    m_beginning = *resumed;
    if (m_lastStep >= m_totalSteps && checkpoint.empty())
        return fail("The work in " + m_job.continueFrom.path.path + " is at step " + std::to_string(m_lastStep)
            + ", but this job ends at step " + std::to_string(m_totalSteps) + "; raise epochs or maxSteps.");
    return {};
}

RankResult<WorkerOutcome> Trainer::run()
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Training);
    reportStart();
    for (;;) {
        const auto outcome = trainOn();
        if (!outcome)
            return outcome;
        if (!m_nonFinite.exceedsSkips)
            return saveModel().map([&] { return *outcome; }).map_error(as(Kind::FilesFailed));
        if (const auto back = rollBack(); !back)
            return tl::unexpected(back.error());
    }
}

RankResult<WorkerOutcome> Trainer::trainOn()
{
    DataLoader data(m_task.trainingSet(),
        {.seed = m_job.seed,
            .globalBatch = m_job.batch,
            .shares = m_shareBalancer.shares(),
            .rank = m_group.rank(),
            .firstStep = m_lastStep + 1,
            .lastStep = m_totalSteps,
            .order = m_job.order,
            .device = m_device,
            .groups = groupsOfRanks(m_context.launch.plan)});
    m_shareBalancer.repeat(data);
    WorkerOutcome outcome;
    while (m_lastStep < m_totalSteps && !outcome.stopped && !m_isOver) {
        const std::int64_t step = m_lastStep + 1;
        const auto progress = trainStep(data, step);
        if (!progress)
            return tl::unexpected(progress.error());
        if (m_nonFinite.exceedsSkips)
            return outcome;
        const StepPosition position = m_sampler->position(step);
        if (position.endsEpoch && position.epoch % m_job.evaluateEveryEpochs == 0)
            evaluate(position);
        if (m_checkpointInterval > 0 && step % m_checkpointInterval == 0 && m_lastCheckpoint != step)
            saveCheckpoint(step);
        if (m_nonFinite.exceedsSkips)
            return outcome;
        outcome.stopped = *progress == Progress::Stopping && step < m_totalSteps;
    }
    if (!outcome.stopped && !(m_lastEvaluation && m_lastEvaluation->step == m_lastStep))
        evaluate(m_sampler->position(std::max<std::int64_t>(m_lastStep, 1)));
    if (m_lastCheckpoint != m_lastStep)
        saveCheckpoint(m_lastStep);
    outcome.step = m_lastStep;
    return outcome;
}

void Trainer::reportStart()
{
    if (!isRankZero())
        return;
    RunStarted started;
    started.runId = m_context.launch.runId;
    started.name = m_job.name;
    started.task = taskName(m_job.task);
    started.model = m_task.modelName();
    started.parameters = countParameters(m_task.model());
    started.trainSamples = m_task.trainingSet().size();
    started.batch = m_job.batch;
    started.totalSteps = m_totalSteps;
    started.firstStep = m_lastStep + 1;
    started.engineVersion = MOTLEY_VERSION;
    m_context.emit(started);
    m_context.emit(PlanChosen{m_context.launch.plan});
    for (const std::string &note : m_task.notes())
        warn(note);
    if (const std::string untested = describeUntested(m_job); !m_task.testSet() && !untested.empty())
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

RankResult<Trainer::Progress> Trainer::trainStep(DataLoader &data, std::int64_t step)
{
    if (const auto changed = m_shareBalancer.begin(step))
        m_context.emit(*changed);
    const auto started = RunClock::now();
    const auto ready = data.next();
    if (!ready)
        return tl::unexpected(RankError(ready.error(), Kind::BadInput));
    const double waited = secondsSince(started);
    const double rate = m_learningRate.at(step);
    const bool asked = m_context.stopRequested && m_context.stopRequested->load();
    const auto result = m_step->run({*ready, rate, data.upcoming(), waited, asked, m_shareBalancer.popNewShares()});
    if (!result)
        return tl::unexpected(RankError(result.error(), Kind::OutOfMemory));
    const StepReport &report = result->report;
    if (report.drewOthers)
        return fail(Kind::BadInput, unlikeSamples(step, *report.drewOthers, m_context.launch.plan));
    if (result->newMicrobatch || result->recomputesNow)
        warnOfMemory(step, *result);
    if (report.newShares) {
        tuneConvolutions(false);
        m_shareBalancer.receive(*report.newShares, data);
    }
    if (!checkFinite(step, *result))
        return Progress::Going;
    m_lastStep = step;
    m_context.activity->advance();
    m_shareBalancer.learn(step, report.ranks, data);

    StepDone done = describeStep(*ready, *result, m_lastLoss);
    m_lastLoss = done.loss;
    if (result->isEmpty)
        countEmptyStep(step);
    if (!report.gradients.empty() && !result->changesNothing()) {
        m_noise.add(report.gradients, result->gradientNorm * result->gradientNorm);
        done.noiseScale = m_noise.units();
    }
    done.learningRate = rate;
    done.seconds = secondsSince(started);
    done.samplesPerSecond = double(done.samples) / done.seconds;
    if (isRankZero())
        m_context.emit(done);
    return report.stop ? Progress::Stopping : Progress::Going;
}

void Trainer::evaluate(const StepPosition &position)
{
    if (!m_task.testSet())
        return;
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Testing);
    m_step->swapAverage();
    const auto note = [&](const std::string &sentence) {
        if (isRankZero() && !m_lastEvaluation)
            warn(sentence);
    };
    Evaluation evaluation = evaluateTask(m_task, m_group, m_shareBalancer.shares(), m_device, m_job.precision, note);
    m_step->swapAverage();
    evaluation.step = position.step;
    evaluation.epoch = position.epoch;
    m_lastEvaluation = evaluation;
    if (isRankZero())
        m_context.emit(evaluation);
    updateEarlyStopping(evaluation);
}

// All take rank 0's, because results of different processors may differ in the last digit.
void Trainer::updateEarlyStopping(const Evaluation &evaluation)
{
    updateTestProgress(m_tests, evaluation, m_job.stopping.leastGain);
    m_tests = m_group.agree(m_tests);
    m_isOver = isOver(m_tests, m_job.stopping);
    if (m_tests.bestStep == evaluation.step && m_job.checkpoint.keepBest) {
        saveCheckpoint(evaluation.step);
        if (m_nonFinite.exceedsSkips)
            return;
        if (const auto saved = isRankZero() ? writeModel(m_context.folder.bestModel()) : Result<void>(); !saved)
            warn("The best model so far was not saved. " + saved.error().message);
    }
    if (isRankZero() && m_isOver && m_lastStep < m_totalSteps)
        warn("Training ends at step " + std::to_string(m_lastStep) + ": the last "
            + std::to_string(m_tests.testsWithoutGain) + " tests were no better than that of step "
            + std::to_string(m_tests.bestStep) + " (" + toText(earlyStoppingMetric(evaluation)) + " now).");
}

// A full disk must not end a run: it goes on, and tries again at the next checkpoint.
void Trainer::saveCheckpoint(std::int64_t step)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Saving);
    if (!hasFiniteWeights()) {
        m_nonFinite = {step, step, 1, "weights", true};
        return;
    }
    m_lastCheckpoint = step;
    alignReplicas(step);
    const auto others = m_step->gatherState();
    if (!isRankZero())
        return;
    const PerEpoch &steps = m_sampler->stepsPerEpoch();
    const CheckpointState progress{
        step, steps.later(), positionOf(step + 1, steps).epoch - 1, m_tests, m_job, m_task.trainingSet().size()};
    std::vector<SideFile> files = filesOfModel();
    files.push_back({"config.json", m_task.modelConfig()});
    std::erase_if(files, [](const SideFile &file) { return !describesModel(file.name); });
    const auto saved
        = writeCheckpoint(m_context.folder, {progress, stateDict(m_task.model()), joined(others), std::move(files)},
            m_job.checkpoint.keep, m_job.checkpoint.keepBest ? m_tests.bestStep : 0);
    if (saved)
        m_context.emit(*saved);
    else
        m_context.emit(Warning{m_context.launch.machine,
            "No checkpoint was written at step " + std::to_string(step) + ". " + saved.error().message
                + (saved.error().detail.empty() ? "" : " (" + saved.error().detail + ")")});
}

ModelCard Trainer::modelCard()
{
    constexpr std::int64_t mostBytes = std::int64_t(4) << 30; // of data, which are read in some ten seconds
    if (!m_data)
        m_data = digestsOf(m_job.task, mostBytes);
    return {m_job, m_task.modelName(), countParameters(m_task.model()), m_lastStep, m_totalSteps, m_lastEvaluation,
        m_context.launch.plan, m_shareBalancer.shares(), *m_data, MOTLEY_VERSION};
}

void Trainer::warn(const std::string &message) const
{
    m_context.emit(Warning{-1, message});
}

void Trainer::warnOfMemory(std::int64_t step, const StepResult &result) const
{
    const PlannedRank &rank = m_context.launch.plan.ranks[std::size_t(m_group.rank())];
    std::string remedy = result.recomputesNow ? "recomputes activations" : "";
    if (result.newMicrobatch)
        remedy += (remedy.empty() ? "takes " : " and takes ") + std::to_string(*result.newMicrobatch)
            + (*result.newMicrobatch == 1 ? " sample" : " samples") + " at once";
    m_context.emit(Warning{rank.machine,
        "Rank " + std::to_string(m_group.rank()) + " on " + m_context.launch.plan.machineOf(rank).name
            + " ran out of memory in step " + std::to_string(step) + ". It repeated its part of it and " + remedy
            + " from now on."});
}

} // namespace motley
