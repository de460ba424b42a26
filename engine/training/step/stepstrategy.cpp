#include "engine/training/step/stepstrategy.h"

#include "engine/device/devicememory.h"
#include "engine/optim/optimizerstate.h"
#include "engine/training/step/steppasses.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

StepStrategy::StepStrategy(TrainingState &state, Group &group)
    : m_state(state), m_group(group), m_accumulation(state.task, state.limits, passOptions(state.options, group))
{
    if (state.options.measuresMemory)
        countMemory(state.options.device);
}

Result<StepResult> StepStrategy::run(const StepInput &input)
{
    Result<StepResult> result;
    try {
        result = computeGradients(input);
        if (result)
            result->report = shareStep(m_group, result->mine);
    } catch (...) {
        m_accumulation.restoreBuffers();
        throw;
    }
    if (!result)
        return result;
    result->isEmpty = !result->report.drewOthers && input.data.weight == 0;
    decide(*result);
    update(*result, input.learningRate);
    return result;
}

std::vector<StatePart> StepStrategy::state() const
{
    return m_state.updater.state(m_state.updater.optimizerState());
}

void StepStrategy::sync(const std::vector<StatePart> &loaded)
{
    const std::vector<std::int64_t> steps = m_group.gather(m_state.progress.step);
    const auto root = int(std::max_element(steps.begin(), steps.end()) - steps.begin());
    m_state.progress = m_group.agree(m_state.progress, root);
    m_group.broadcast(tensorsOf(stateDict(m_state.task.model())), root);
    for (const StatePart &part : state())
        if (part.name != optimizerPart)
            m_group.broadcast(tensorsOf(part.tensors), root);
    if (m_group.agree(!loaded.empty()))
        syncOptimizer(root, m_group.rank() == 0 ? loaded.front().tensors : NamedTensors());
    else
        syncOptimizer(root, std::nullopt);
}

} // namespace motley
