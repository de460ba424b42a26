#include "engine/training/runstart.h"

#include "engine/exchange/adasumtree.h"
#include "engine/formats/verifycheckpoint.h"
#include "engine/optim/optimizerstate.h"
#include "engine/training/earliermodels.h"
#include "engine/training/earlystopping.h"
#include "engine/training/modelwriter.h"
#include "engine/training/planned.h"

#include <torch/types.h>

namespace motley {

namespace {

// Tokens of a row of BERT; 0 for other tasks.
std::int64_t rowLengthOf(const JobSpec &job, const Dataset &trainingSet)
{
    if (!std::holds_alternative<BertSpec>(job.task))
        return 0;
    const std::int64_t first = 0;
    return trainingSet.batch({&first, 1}, {}).inputs.front().size(1);
}

} // namespace

Result<void> RunStart::load(const std::vector<StatePart> &others, bool goesBack)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Loading);
    removeUnfinishedCheckpoints(m_context.folder.checkpoints());
    const Dataset &data = m_state.task.trainingSet();
    const StateTensors tensors{trainedStateDict(m_state.task.model()), others, m_state.frozenHash()};
    const std::string checkpoint = checkpointToResume(m_context);
    if (goesBack && checkpoint.empty())
        return fail("The run goes back to its newest checkpoint, and no machine that is left has one.");
    Result<ResumePoint> resumed;
    if (!checkpoint.empty())
        resumed = resumeRun(checkpoint, m_job, data.size(), m_sampler.stepsPerEpoch(), tensors);
    else if (!m_job.continueFrom.path.empty())
        resumed = continueRun(m_job, data.size(), m_sampler.stepsPerEpoch(), tensors, rowLengthOf(m_job, data));
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

void RunStart::report(const RunReporter &reporter) const
{
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
    reporter.emit(started);
    reporter.emit(PlanChosen{m_context.launch.plan});
    for (const std::string &note : m_state.task.notes())
        reporter.warn(note);
    if (const std::string untested = describeUntested(m_job); !m_state.task.testSet() && !untested.empty())
        reporter.warn(untested);
    if (m_job.exchange.combine == ExchangeSpec::Combine::Adasum)
        reporter.emit(Note{-1,
            "Adasum (A) joins what the ranks change as "
                + adasumFormula(groupRanks(groupsOfRanks(m_context.launch.plan))) + "."});
    for (const std::string &warning : m_context.launch.warnings.value_or(std::vector<std::string>()))
        reporter.warn(warning);
    for (const std::string &note : m_beginning.notes)
        reporter.emit(Note{-1, note});
    warn(reporter);
}

void RunStart::warn(const RunReporter &reporter) const
{
    for (const std::string &warning : m_beginning.warnings)
        reporter.warn(warning);
}

} // namespace motley
