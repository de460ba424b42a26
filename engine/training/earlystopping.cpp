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

} // namespace motley
