#include "engine/protocol/jobranges.h"
#include "engine/protocol/jobspec.h"

#include <sstream>

namespace motley {

std::vector<FieldRange> fieldRanges(const JobSpec &job)
{
    return {
        {"batch", double(job.batch), 1, 1 << 20},
        {"epochs", double(job.epochs), 1, 1e6},
        {"maxSteps", double(job.maxSteps), 0, 1e12},
        {"clipNorm", job.clipNorm, 0, 1e9},
        {"model.width", double(job.model.width), 1, 1024},
        {"optimizer.momentum", job.optimizer.momentum, 0, 0.9999},
        {"optimizer.beta1", job.optimizer.beta1, 0, 0.999999},
        {"optimizer.beta2", job.optimizer.beta2, 0, 0.999999},
        {"optimizer.epsilon", job.optimizer.epsilon, 1e-30, 1},
        {"optimizer.weightDecay", job.optimizer.weightDecay, 0, 10},
        {"schedule.peak", job.schedule.peak, 0, 1000},
        {"schedule.warmupSteps", double(job.schedule.warmupSteps), 0, 1e12},
        {"schedule.stepFactor", job.schedule.stepFactor, 0, 1},
        {"schedule.stepEpochs", job.schedule.stepEpochs, 1e-6, 1e6},
        {"schedule.finalFraction", job.schedule.finalFraction, 0, 1},
        {"evaluateEveryEpochs", double(job.evaluateEveryEpochs), 1, 1e6},
        {"checkpoint.everySteps", double(job.checkpoint.everySteps), 0, 1e12},
        {"checkpoint.keep", double(job.checkpoint.keep), 1, 1000},
    };
}

Result<void> validate(const JobSpec &job)
{
    if (job.name.empty() || job.name.size() > 80)
        return fail("The field name must have between 1 and 80 characters.");
    if (job.task != "image-classification")
        return fail("The field task must be \"image-classification\", but is \"" + job.task + "\".");
    if (job.data.folder.empty())
        return fail("The field data.folder is missing: the folder that holds the four IDX files.");
    for (const auto &range : fieldRanges(job)) {
        if (range.value >= range.least && range.value <= range.most)
            continue;
        std::ostringstream message;
        message << "The field " << range.field << " must be between " << range.least << " and " << range.most
                << ", but is " << range.value << ".";
        return fail(message.str());
    }
    if (job.optimizer.nesterov && job.optimizer.momentum == 0)
        return fail("The field optimizer.nesterov needs a momentum above 0.");
    return {};
}

} // namespace motley
