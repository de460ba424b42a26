#include "engine/training/trainer.h"

#include "engine/models/modelfolder.h"
#include "engine/optim/learningrate.h"
#include "engine/protocol/modelorigin.h"
#include "engine/training/checkpointloader.h"
#include "engine/training/clock.h"
#include "engine/training/evaluation.h"

#include <torch/torch.h>

#include <cmath>

namespace motley {

namespace {

std::vector<std::int64_t> sharesOf(const Plan &plan)
{
    std::vector<std::int64_t> shares;
    for (const PlannedRank &rank : plan.ranks)
        shares.push_back(rank.share);
    return shares;
}

std::int64_t totalSteps(const JobSpec &job, const Sampler &sampler)
{
    const std::int64_t all = job.epochs * sampler.stepsPerEpoch();
    return job.maxSteps > 0 ? std::min(all, job.maxSteps) : all;
}

TrainStepOptions stepOptions(const WorkerContext &context, at::Device device)
{
    const JobSpec &job = context.launch.job;
    return {job.optimizer, job.clipNorm, context.launch.plan.ranks[std::size_t(context.rank)].microbatch, device};
}

StepDone describeStep(const StepData &data, const TakenStep &taken, const StepReport &report)
{
    StepDone done;
    done.step = data.place.step;
    done.epoch = data.place.epoch;
    done.loss = report.summedLoss / data.weight;
    done.gradientNorm = taken.gradientNorm;
    done.samples = data.samples;
    done.sampleHash = data.sampleHash;
    done.ranks = report.ranks;
    return done;
}

} // namespace

Trainer::Trainer(const WorkerContext &context, Task &task, const Group &group, at::Device device)
    : m_context(context), m_job(context.launch.job), m_task(task), m_group(group), m_device(device),
      m_shares(sharesOf(context.launch.plan)), m_sampler(task.trainingSet().sampler(m_job.seed, m_job.batch)),
      m_totalSteps(totalSteps(m_job, *m_sampler)), m_step(task, group, stepOptions(context, device))
{
}

Result<void> Trainer::start()
{
    Result<void> resumed;
    if (speaks() && !m_context.launch.resumeFrom.empty())
        resumed = resume();
    at::Tensor step = at::full({1}, resumed ? m_lastStep : -1, at::kLong);
    m_group.copyFromFirst({step});
    if (!resumed)
        return resumed;
    if (step.item<std::int64_t>() < 0)
        return fail("Rank 0 could not read the checkpoint; its own message says why.");
    m_lastStep = m_lastCheckpoint = step.item<std::int64_t>();
    m_step.rehearse();
    m_group.copyFromFirst(tensorsOf(wholeState()));
    return {};
}

Result<void> Trainer::resume()
{
    const auto loaded = loadCheckpoint(m_context.launch.resumeFrom);
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (const auto same = checkSameRun(loaded->state.place.job, m_job); !same)
        return same;
    for (const std::string &refusal : loaded->refusals)
        m_context.emit(Warning{-1, refusal + " An older checkpoint is used instead."});
    m_lastStep = loaded->state.place.step;
    return copyInto(stateOf(m_task.model()), loaded->state.model).and_then([&] {
        return copyInto(m_step.optimizerState(), loaded->state.optimizer);
    });
}

NamedTensors Trainer::wholeState() const
{
    NamedTensors state = stateOf(m_task.model());
    for (const NamedTensor &item : m_step.optimizerState())
        state.push_back(item);
    return state;
}

Result<WorkerOutcome> Trainer::run()
{
    announce();
    Prefetcher data(
        m_task.trainingSet(), {m_job.seed, m_job.batch, m_shares, m_group.rank(), m_lastStep + 1, m_totalSteps});
    WorkerOutcome outcome;
    while (m_lastStep < m_totalSteps && !outcome.stopped) {
        const std::int64_t step = m_lastStep + 1;
        const auto progress = takeStep(data, step);
        if (!progress)
            return tl::unexpected(progress.error());
        const StepPlace place = m_sampler->place(step);
        if (place.endsEpoch && place.epoch % m_job.evaluateEveryEpochs == 0)
            evaluate(place);
        if (m_job.checkpoint.everySteps > 0 && step % m_job.checkpoint.everySteps == 0)
            saveCheckpoint(step);
        outcome.stopped = *progress == Progress::Stopping && step < m_totalSteps;
    }
    if (!outcome.stopped && m_lastEvaluation != m_lastStep)
        evaluate(m_sampler->place(std::max<std::int64_t>(m_lastStep, 1)));
    if (m_lastCheckpoint != m_lastStep)
        saveCheckpoint(m_lastStep);
    outcome.step = m_lastStep;
    const auto saved = saveModel();
    return saved ? Result<WorkerOutcome>(outcome) : tl::unexpected(saved.error());
}

void Trainer::announce()
{
    if (!speaks())
        return;
    RunStarted started;
    started.runId = m_context.launch.runId;
    started.name = m_job.name;
    started.task = taskName(m_job.task);
    started.model = m_task.modelName();
    for (const at::Tensor &parameter : m_task.model().parameters())
        started.parameters += parameter.numel();
    started.trainSamples = m_task.trainingSet().size();
    started.batch = m_job.batch;
    started.totalSteps = m_totalSteps;
    started.firstStep = m_lastStep + 1;
    started.engineVersion = MOTLEY_VERSION;
    m_context.emit(started);
    m_context.emit(PlanChosen{m_context.launch.plan});
    for (const std::string &note : m_task.notes())
        m_context.emit(Warning{-1, note});
}

Result<Trainer::Progress> Trainer::takeStep(Prefetcher &data, std::int64_t step)
{
    const auto started = Clock::now();
    const auto ready = data.next();
    if (!ready)
        return tl::unexpected(ready.error());
    const double waited = secondsSince(started);
    const double rate = LearningRate{m_job.schedule, m_sampler->stepsPerEpoch(), m_totalSteps, m_job.batch}.at(step);
    TakenStep taken = m_step.take(*ready, rate);
    taken.times.dataSeconds = waited;
    const bool asked = m_context.stopRequested && m_context.stopRequested->load();
    const StepReport report = shareStep(m_group, taken, asked);
    if (!std::isfinite(report.summedLoss))
        return fail("The loss was not a number any more at step " + std::to_string(step) + " (learning rate "
            + std::to_string(rate) + "). Lower schedule.peak, add warm-up steps or set clipNorm.");
    m_lastStep = step;

    StepDone done = describeStep(*ready, taken, report);
    done.learningRate = rate;
    done.seconds = secondsSince(started);
    done.samplesPerSecond = double(done.samples) / done.seconds;
    if (speaks())
        m_context.emit(done);
    return report.stop ? Progress::Stopping : Progress::Going;
}

void Trainer::evaluate(const StepPlace &place)
{
    if (!m_task.testSet())
        return;
    m_step.swapAverage();
    Evaluation evaluation = evaluateTask(m_task, m_group, m_shares, m_device);
    m_step.swapAverage();
    evaluation.step = place.step;
    evaluation.epoch = place.epoch;
    m_lastEvaluation = place.step;
    if (speaks())
        m_context.emit(evaluation);
}

// A full disk must not end a run: it goes on, and tries again at the next checkpoint.
void Trainer::saveCheckpoint(std::int64_t step)
{
    m_lastCheckpoint = step;
    if (!speaks())
        return;
    const RunState state{{step, m_job}, stateOf(m_task.model()), m_step.optimizerState()};
    const auto saved = writeCheckpoint(m_context.folder, state, m_job.checkpoint.keep);
    if (saved)
        m_context.emit(*saved);
    else
        m_context.emit(Warning{m_context.launch.machine,
            "No checkpoint was written at step " + std::to_string(step) + ". " + saved.error().message
                + (saved.error().detail.empty() ? "" : " (" + saved.error().detail + ")")});
}

Result<void> Trainer::saveModel()
{
    if (!speaks())
        return {};
    std::vector<FolderFile> files = m_task.modelFiles();
    files.push_back({"motley.json", toJson(ModelOrigin{withoutPaths(m_job.task)})});
    m_step.swapAverage();
    const auto saved = writeModelFolder(m_context.folder.model(), m_task.model(), m_task.modelConfig(), files);
    m_step.swapAverage();
    return saved;
}

} // namespace motley
