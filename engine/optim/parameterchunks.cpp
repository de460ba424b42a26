#include "engine/optim/parameterchunks.h"

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t cacheNumbers = 1 << 14; // 64 KiB of each operand: five of them fit a core's cache
constexpr std::int64_t kernelNumbers = 1 << 25; // 128 MiB of each temporary copy on a GPU

at::Tensor flat(const at::Tensor &tensor)
{
    return tensor.detach().reshape(-1);
}

class ElementwiseRule : public UpdateRule {
public:
    ElementwiseRule(const NamedTensors &parameters, const std::vector<std::string> &states, Change change)
        : m_chunks(parameters, states), m_change(std::move(change))
    {
    }

    void apply(const Update &update) override
    {
        m_chunks.forEach([&](const ParameterChunk &chunk) { m_change(chunk, update); });
    }

    NamedTensors state() const override { return m_chunks.state(); }

private:
    ParameterChunks m_chunks;
    Change m_change;
};

} // namespace

std::vector<at::Tensor> decayed(const ParameterChunk &chunk, double weightDecay)
{
    return weightDecay == 0 ? chunk.gradients : at::_foreach_add(chunk.gradients, chunk.parameters, weightDecay);
}

ParameterChunks::ParameterChunks(const NamedTensors &parameters, const std::vector<std::string> &states)
    : m_parameters(parameters)
{
    for (const NamedTensor &parameter : parameters)
        TORCH_INTERNAL_ASSERT(parameter.tensor.is_contiguous(), parameter.name, " is not contiguous");
    for (const std::string &entry : states)
        m_states.emplace_back(entry, parameters);
    m_cuts = cutsOf(parameters, parameters.front().tensor.is_cpu() ? cacheNumbers : kernelNumbers);
    std::int64_t begin = 0;
    for (const Cuts &cuts : m_cuts) {
        m_chunks.push_back(chunkOf(cuts));
        m_chunks.back().index = m_chunks.size() - 1;
        m_chunks.back().begin = begin;
        for (const Cut &cut : cuts)
            begin += cut.end - cut.begin;
    }
}

// Cuts large tensors and gathers small ones into chunks of at most `most` elements.
std::vector<ParameterChunks::Cuts> ParameterChunks::cutsOf(const NamedTensors &parameters, std::int64_t most)
{
    std::vector<Cuts> chunks(1);
    std::int64_t room = most;
    for (std::size_t tensor = 0; tensor < parameters.size(); ++tensor) {
        const std::int64_t size = parameters[tensor].tensor.numel();
        for (std::int64_t begin = 0; begin < size;) {
            const std::int64_t end = std::min(size, begin + room);
            chunks.back().push_back({tensor, begin, end});
            room -= end - begin;
            begin = end;
            if (room == 0) {
                chunks.emplace_back();
                room = most;
            }
        }
    }
    if (chunks.back().empty())
        chunks.pop_back();
    return chunks;
}

ParameterChunk ParameterChunks::chunkOf(const Cuts &cuts) const
{
    ParameterChunk chunk;
    chunk.states.resize(m_states.size());
    for (const Cut &cut : cuts) {
        chunk.parameters.push_back(flat(m_parameters[cut.tensor].tensor).slice(0, cut.begin, cut.end));
        for (std::size_t i = 0; i < m_states.size(); ++i)
            chunk.states[i].push_back(flat(m_states[i].tensors()[cut.tensor]).slice(0, cut.begin, cut.end));
    }
    return chunk;
}

void ParameterChunks::forEach(const std::function<void(const ParameterChunk &)> &change)
{
    std::vector<at::Tensor> gradients = gradientsOf(m_parameters);
    std::transform(gradients.begin(), gradients.end(), gradients.begin(), flat);
    const auto work = [&](std::int64_t begin, std::int64_t end) {
        const torch::NoGradGuard noGradients; // grad mode is a setting of each thread
        for (auto i = std::size_t(begin); i < std::size_t(end); ++i) {
            ParameterChunk &chunk = m_chunks[i];
            for (const Cut &cut : m_cuts[i])
                chunk.gradients.push_back(gradients[cut.tensor].slice(0, cut.begin, cut.end));
            change(chunk);
            chunk.gradients.clear();
        }
    };
    const auto count = std::int64_t(m_chunks.size());
    if (m_parameters.front().tensor.is_cpu())
        at::parallel_for(0, count, 1, work);
    else
        work(0, count);
}

NamedTensors ParameterChunks::state() const
{
    NamedTensors state;
    for (const OptimizerState &entry : m_states)
        entry.addTo(state);
    return state;
}

UpdateRulePointer makeElementwiseRule(
    const NamedTensors &parameters, const std::vector<std::string> &states, Change change)
{
    return std::make_unique<ElementwiseRule>(parameters, states, std::move(change));
}

} // namespace motley
