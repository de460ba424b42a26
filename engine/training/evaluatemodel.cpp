#include "engine/training/evaluatemodel.h"

#include "engine/device/computedevice.h"
#include "engine/device/mixedprecision.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/training/evaluation.h"

#include <torch/nn/module.h>

namespace motley {

Result<Evaluation> evaluateModel(const EvaluationRequest &request, const Device &device, int threads,
    const std::function<void(const std::string &)> &note)
{
    const auto opened = openDevice(device, threads);
    if (!opened)
        return tl::unexpected(opened.error());
    try {
        const auto task = reopenTask(request.modelFolder, request.testData, request.task);
        if (!task)
            return tl::unexpected(task.error());
        if (note)
            for (const std::string &sentence : (*task)->notes())
                note(sentence);
        (*task)->model().to(*opened);
        const auto precision = precisionOfModel(request.modelFolder);
        if (!precision)
            return tl::unexpected(precision.error());
        chooseKernels(*precision);
        Group group = Group::alone();
        return evaluateTask(**task, group, {1}, *opened, *precision, note);
    } catch (const std::exception &failure) {
        return fail("The model in " + request.modelFolder + " could not be evaluated.", failure.what());
    }
}

} // namespace motley
