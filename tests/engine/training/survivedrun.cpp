#include "survivedrun.h"

#include <cmath>

namespace motley {

JobSpec survivalJob(const ImageRuns &runs)
{
    JobSpec job = runs.job();
    job.epochs = 2;
    job.checkpoint.everySteps = 6;
    job.checkpoint.keep = 10;
    return job;
}

QString wrongWith(const SurvivalRun &run, const RunResult &undisturbed, const SurvivedRun &expected)
{
    const auto &[lost, generation, most] = expected;
    QString wrong;
    for (int rank = 0; rank < int(run.outcomes.size()); ++rank) {
        const auto &outcome = run.outcomes[std::size_t(rank)];
        if (outcome && (outcome->stopped || outcome->step != survivalSteps))
            wrong += QString("rank %1 ended at step %2; ").arg(rank).arg(outcome->step);
        if (!outcome && !lost.contains(rank))
            wrong += QString("rank %1: %2 (%3); ")
                         .arg(rank)
                         .arg(QString::fromStdString(outcome.error().message))
                         .arg(QString::fromStdString(outcome.error().detail));
        if (outcome && lost.contains(rank))
            wrong += QString("rank %1 was not lost; ").arg(rank);
    }
    const auto done = run.all<StepDone>();
    const auto undisturbedSteps = undisturbed.steps();
    if (stepsOf(done) != stepsOf(undisturbedSteps)) {
        wrong += "steps";
        for (const StepDone &step : done)
            wrong += QString(" %1").arg(step.step);
        return wrong;
    }
    for (std::size_t i = 0; i < done.size(); ++i) {
        const double apart = std::abs(done[i].loss / undisturbedSteps[i].loss - 1);
        if (!(apart < most))
            wrong += QString("loss of step %1: %2 apart; ").arg(i + 1).arg(apart);
        if (done[i].sampleHash != undisturbedSteps[i].sampleHash)
            wrong += QString("samples of step %1; ").arg(i + 1);
        std::int64_t samples = 0;
        for (const RankStep &rank : done[i].ranks)
            samples += rank.samples;
        if (samples != done[i].samples)
            wrong += QString("step %1 has %2 samples; ").arg(i + 1).arg(samples);
    }
    std::set<int> lastRanks;
    for (const RankStep &rank : done.back().ranks)
        lastRanks.insert(rank.rank);
    for (int rank = 0; rank < int(run.outcomes.size()); ++rank)
        if (lastRanks.contains(rank) == lost.contains(rank))
            wrong += QString("rank %1 and the last step; ").arg(rank);
    const auto tests = run.all<Evaluation>();
    if (stepsOf(tests) != std::vector<std::int64_t>{10, 20})
        wrong += QString("%1 tests; ").arg(tests.size());
    else if (std::abs(tests.back().loss / undisturbed.lastEvaluation()->loss - 1) > 50 * most)
        wrong += QString("the last test: %1, not %2; ").arg(tests.back().loss).arg(undisturbed.lastEvaluation()->loss);
    // One that is lost with the rank that writes it beside training is written after the step that the others are in,
    // or not at all where the next one is due by then.
    const auto saved = stepsOf(run.all<CheckpointSaved>());
    std::set<std::int64_t> missing{6, 12, 18, survivalSteps};
    for (const std::int64_t step : saved)
        if (const auto due = missing.upper_bound(step); due == missing.begin())
            wrong += QString("a checkpoint of step %1; ").arg(step);
        else
            missing.erase(std::prev(due));
    if (missing.size() > (lost.empty() ? 0 : 1) || missing.contains(survivalSteps))
        wrong += QString("%1 checkpoints; ").arg(saved.size());
    if (run.all<RunStarted>().size() != 1 || run.all<PlanChosen>().size() != 1)
        wrong += QString("%1 starts; ").arg(run.all<RunStarted>().size());
    const auto formed = run.all<GenerationFormed>();
    if (formed.empty() || formed.back().generation != generation)
        wrong += QString("generation %1; ").arg(formed.empty() ? 0 : formed.back().generation);
    for (const Warning &warning : run.all<Warning>())
        wrong += QString::fromStdString(warning.message) + " ";
    return wrong;
}

} // namespace motley
