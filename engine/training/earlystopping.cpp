#include "engine/training/earlystopping.h"

namespace motley {

Metric earlyStoppingMetric(const Evaluation &evaluation)
{
    if (!evaluation.metrics.empty())
        return evaluation.metrics.front();
    return {"loss", evaluation.loss, Metric::Unit::Number, false};
}

bool updateTestProgress(TestProgress &progress, const Evaluation &evaluation, double leastGain)
{
    const Metric metric = earlyStoppingMetric(evaluation);
    Metric bar = metric;
    bar.value = progress.bestValue + (metric.higherIsBetter ? leastGain : -leastGain);
    const bool best = progress.bestStep == 0 || isBetter(metric, bar);
    if (best)
        progress = {evaluation.step, metric.value, 0};
    else
        ++progress.testsWithoutGain;
    return best;
}

bool isOver(const TestProgress &progress, const EarlyStoppingSpec &stopping)
{
    return stopping.patience > 0 && progress.testsWithoutGain >= stopping.patience;
}

std::string describeUntested(const JobSpec &job)
{
    const bool stops = job.stopping.patience > 0;
    if (!stops && !job.checkpoint.keepBest)
        return {};
    const char *fields = !stops   ? "checkpoint.keepBest does"
        : job.checkpoint.keepBest ? "stopping.patience and checkpoint.keepBest do"
                                  : "stopping.patience does";
    return std::string("The data have no test set, so ") + fields
        + " nothing. Name test data, or put them beside the "
          "training data under a name with the word test or valid.";
}

} // namespace motley
