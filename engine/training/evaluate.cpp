#include "engine/training/evaluate.h"

#include "engine/exchange/computedevice.h"
#include "engine/tasks/registry.h"
#include "engine/training/evaluation.h"

#include <torch/torch.h>

namespace motley {

Result<Evaluation> evaluateModel(
    const std::string &modelFolder, const std::string &dataFolder, const Device &device, int threads)
{
    const auto opened = openDevice(device, threads);
    if (!opened)
        return tl::unexpected(opened.error());
    try {
        const auto task = reopenTask(modelFolder, dataFolder);
        if (!task)
            return tl::unexpected(task.error());
        (*task)->model().to(*opened);
        return evaluateTask(**task, Group::alone(), {1}, *opened);
    } catch (const std::exception &failure) {
        return fail("The model in " + modelFolder + " could not be evaluated.", failure.what());
    }
}

} // namespace motley
