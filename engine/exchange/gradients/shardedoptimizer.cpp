#include "engine/exchange/gradients/shardedoptimizer.h"

#include "engine/optim/optimizerstate.h"

#include <torch/types.h>

#include <algorithm>
#include <map>

namespace motley {

namespace {

ShardRanges cutsOf(const OptimizerSpec &spec, const NamedTensors &parameters, const std::vector<double> &shares)
{
    std::vector<std::int64_t> sizes;
    std::int64_t numbers = 0;
    for (const NamedTensor &parameter : parameters) {
        sizes.push_back(parameter.tensor.numel());
        numbers += sizes.back();
    }
    return needsWholeTensors(spec) ? makeShardRangesBetweenTensors(sizes, shares) : makeShardRanges(numbers, shares);
}

NamedTensors withoutMemory(const NamedTensors &parameters)
{
    NamedTensors shapes;
    for (const NamedTensor &parameter : parameters)
        shapes.push_back({parameter.name, at::empty_like(parameter.tensor.detach(), at::kMeta)});
    return shapes;
}

std::map<std::string, at::Tensor> byName(const NamedTensors &tensors)
{
    std::map<std::string, at::Tensor> found;
    for (const NamedTensor &item : tensors)
        found.emplace(item.name, item.tensor);
    return found;
}

at::Tensor flatOnCpu(const at::Tensor &tensor)
{
    return tensor.detach().to(at::kCPU).contiguous().view({-1});
}

} // namespace

ShardedOptimizer::ShardedOptimizer(
    const OptimizerSpec &spec, NamedTensors parameters, const std::vector<double> &shares, int rank)
    : m_spec(spec), m_parameters(std::move(parameters)), m_shapes(withoutMemory(m_parameters)),
      m_ranges(cutsOf(spec, m_parameters, shares)), m_held(slicesOf(m_parameters, rangeOf(rank)))
{
}

NumberRange ShardedOptimizer::rangeOf(int rank) const
{
    return {m_ranges[std::size_t(rank)], m_ranges[std::size_t(rank) + 1]};
}

void ShardedOptimizer::gatherParameters(Group &group) const
{
    for (int rank = 0; rank < group.worldSize(); ++rank) {
        std::vector<at::Tensor> theirs;
        for (const ParameterSlice &part : slicesOf(m_parameters, rangeOf(rank)))
            theirs.push_back(part.cut(part.whole));
        if (!theirs.empty())
            group.broadcast(theirs, rank);
    }
}

// Asks an optimizer for that range, which is built from shapes without memory.
std::vector<ShardedOptimizer::Segment> ShardedOptimizer::segmentsOf(int rank) const
{
    std::map<std::string, ParameterSlice> parts;
    for (const ParameterSlice &part : slicesOf(m_shapes, rangeOf(rank)))
        parts.emplace(part.name, part);
    std::vector<Segment> segments;
    for (const NamedTensor &item : Optimizer(m_spec, m_shapes, slicesOf(m_shapes, rangeOf(rank))).state()) {
        const auto part = parts.find(parameterOf(item.name));
        if (part != parts.end())
            segments.push_back({item.name, part->second.isWhole() ? 0 : part->second.begin, item.tensor.numel()});
    }
    std::sort(segments.begin(), segments.end(), [](const Segment &a, const Segment &b) { return a.name < b.name; });
    return segments;
}

NamedTensors ShardedOptimizer::blank() const
{
    NamedTensors whole;
    for (const NamedTensor &item : Optimizer(m_spec, m_shapes).state())
        whole.push_back({item.name, at::zeros(item.tensor.sizes(), item.tensor.options().device(at::kCPU))});
    return whole;
}

NamedTensors ShardedOptimizer::gather(Group &group, const NamedTensors &mine) const
{
    const auto own = byName(mine);
    if (group.rank() != 0) {
        for (const Segment &segment : segmentsOf(group.rank()))
            group.send(flatOnCpu(own.at(segment.name)), 0);
        return {};
    }
    NamedTensors whole = blank();
    const auto all = byName(whole);
    for (const auto &[name, tensor] : own)
        if (parameterOf(name).empty())
            all.at(name).copy_(tensor);
    for (int rank = 0; rank < group.worldSize(); ++rank)
        for (const Segment &segment : segmentsOf(rank)) {
            const at::Tensor target
                = all.at(segment.name).view({-1}).slice(0, segment.begin, segment.begin + segment.numbers);
            if (rank == 0)
                target.copy_(own.at(segment.name).view({-1}));
            else
                group.receive(target, rank);
        }
    return whole;
}

void ShardedOptimizer::scatter(Group &group, const NamedTensors &whole, const NamedTensors &mine) const
{
    const torch::NoGradGuard noGradients;
    const auto own = byName(mine);
    const auto all = byName(whole);
    for (const auto &[name, tensor] : own)
        if (parameterOf(name).empty()) {
            if (group.rank() == 0)
                tensor.copy_(all.at(name));
            group.broadcast({tensor});
        }
    for (int rank = 0; rank < group.worldSize(); ++rank) {
        if (group.rank() != 0 && group.rank() != rank)
            continue;
        for (const Segment &segment : segmentsOf(rank)) {
            const at::Tensor part = at::empty({segment.numbers}, at::kFloat);
            if (group.rank() == 0)
                part.copy_(all.at(segment.name).view({-1}).slice(0, segment.begin, segment.begin + segment.numbers));
            if (rank != 0 && group.rank() == 0)
                group.send(part, rank);
            else if (rank != 0)
                group.receive(part, 0);
            if (group.rank() == rank)
                own.at(segment.name).view({-1}).copy_(part);
        }
    }
}

} // namespace motley
