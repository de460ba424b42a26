#include "engine/job/hetseq/hetseqgradient.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace motley {

double hetSeqSampleSize(const TaskSpec &task, double rowLength, double sentences)
{
    if (std::holds_alternative<BertSpec>(task))
        return rowLength;
    const bool countsSentences
        = std::holds_alternative<TaggingSpec>(task) || std::holds_alternative<EntityLinkingSpec>(task);
    return countsSentences ? sentences : 1;
}

double hetSeqBatch(double sentences, double multiple)
{
    if (multiple < 1)
        return sentences;
    return std::max(multiple * std::floor(sentences / multiple), std::fmod(sentences, multiple));
}

void convertToMeanGradients(JobSpec &job, const HetSeqGradient &gradient)
{
    const double divisor = gradient.divisor();
    job.clipNorm *= divisor;
    if (job.optimizer.kind != OptimizerSpec::Kind::Adadelta) {
        job.optimizer.epsilon *= divisor; // Adam adds it to the root of the mean square
        return;
    }
    // Adadelta's step is its own estimate of the step times the gradient over the root of the mean square: with all
    // three in units of the mean gradient, and weight decay in them too, the rate takes the unit out again.
    job.optimizer.epsilon *= divisor * divisor;
    job.optimizer.weightDecay *= divisor;
    job.schedule.peak /= divisor;
    for (double &peak : job.schedule.epochPeaks)
        peak /= divisor;
    job.stopping.leastRate /= divisor;
}

std::string inWords(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

} // namespace motley
