#include "engine/training/step/stepstrategy.h"

#include "engine/device/devicememory.h"
#include "engine/optim/optimizerstate.h"
#include "engine/training/step/steppasses.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

int indexOfLargest(const std::vector<std::int64_t> &numbers)
{
    return int(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
}

NamedTensors copiesOf(const NamedTensors &tensors)
{
    NamedTensors copies;
    for (const NamedTensor &item : tensors)
        copies.push_back({item.name, item.tensor.detach().clone()});
    return copies;
}

void take(const NamedTensors &target, const NamedTensors &values)
{
    const torch::NoGradGuard noGradients;
    for (std::size_t i = 0; i < target.size(); ++i)
        target[i].tensor.copy_(values[i].tensor);
}

} // namespace

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
        if (result) {
            if (m_state.shards)
                m_state.undecidedStep = input.data.position.step;
            result->report = shareStep(m_group, result->mine);
        }
    } catch (...) {
        takeBack();
        throw;
    }
    if (!result)
        return result;
    result->isEmpty = !result->report.drewOthers && input.data.weight == 0;
    decide(*result);
    update(*result, input.learningRate);
    m_state.undecidedStep.reset();
    return result;
}

void StepStrategy::takeBack()
{
    if (m_state.undecidedStep)
        m_state.undecidedBuffers = m_accumulation.buffers();
    m_accumulation.restoreBuffers();
}

std::vector<StatePart> StepStrategy::state() const
{
    return m_state.updater.state(m_state.updater.optimizerState());
}

// A rank whose state is its own alone is behind all others, one that lacks parameters of its step is behind those that
// have them all, and one that has tested a step is ahead of one that has not.
std::vector<std::int64_t> StepStrategy::advances() const
{
    const std::int64_t step = m_state.progress.step;
    const bool hasTested = m_state.lastTest && m_state.lastTest->step == step;
    const std::int64_t advance = m_state.lacksParameters ? 0 : hasTested ? 2 : 1;
    return m_group.gather(m_state.isShared ? 3 * (step + 1) + advance : 0);
}

int StepStrategy::furthest() const
{
    return indexOfLargest(advances());
}

// A rank that is behind keeps what it has until it has received all: the one that is ahead may be lost meanwhile.
void StepStrategy::sync(const std::vector<StatePart> &loaded)
{
    OptimizerSync optimizer;
    optimizer.advances = advances();
    optimizer.root = indexOfLargest(optimizer.advances);
    const bool isBehind
        = optimizer.advances[std::size_t(m_group.rank())] < optimizer.advances[std::size_t(optimizer.root)];
    const TrainingProgress progress = m_group.agree(m_state.progress, optimizer.root);
    optimizer.step = progress.step;
    NamedTensors own = trainedStateDict(m_state.task.model());
    for (const StatePart &part : state())
        if (part.name != optimizerPart)
            own.insert(own.end(), part.tensors.begin(), part.tensors.end());
    const NamedTensors received = isBehind ? copiesOf(own) : own;
    m_group.broadcast(tensorsOf(received), optimizer.root);
    const bool holdsAll = !m_state.shards && !m_state.lacksState;
    const NamedTensors ownOptimizer = holdsAll ? m_state.updater.optimizerState() : NamedTensors();
    optimizer.mine = isBehind ? copiesOf(ownOptimizer) : ownOptimizer;
    if (m_group.agree(!loaded.empty()))
        optimizer.loaded = m_group.rank() == 0 ? loaded.front().tensors : NamedTensors();
    syncOptimizer(optimizer);
    if (isBehind) {
        take(own, received);
        take(ownOptimizer, optimizer.mine);
    }
    m_state.progress = progress;
    m_state.takenBack.reset();
    m_state.lacksParameters = false;
    m_state.isShared = true;
    m_state.lacksState = false;
}

} // namespace motley
