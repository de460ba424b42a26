#include "engine/exchange/gradients/shardedoptimizer.h"

#include "engine/optim/optimizerstate.h"
#include "engine/protocol/gradientbuckets.h"

#include <torch/types.h>

#include <algorithm>
#include <map>
#include <stdexcept>

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

// A kernel that is aborted leaves anything in what it receives: so that comes into place only once it has come.
void broadcastChecked(Group &group, const std::vector<ParameterSlice> &slices, int root, bool takesIt)
{
    const torch::NoGradGuard noGradients;
    for (const auto &chunk : chunksOf(slices, gradientBucketBytes)) {
        std::vector<at::Tensor> values;
        for (const ParameterSlice &part : chunk)
            values.push_back(group.rank() == root ? part.cut(part.whole) : at::empty_like(part.cut(part.whole)));
        group.broadcast(values, root);
        for (std::size_t i = 0; i < chunk.size() && takesIt && group.rank() != root; ++i)
            chunk[i].cut(chunk[i].whole).copy_(values[i]);
    }
}

at::Tensor flatOnCpu(const at::Tensor &tensor)
{
    return tensor.detach().to(at::kCPU).contiguous().view({-1});
}

// Gives all shards of a rank what belongs to no parameter.
void copyShared(const NamedTensors &from, const std::vector<NamedTensors> &shards)
{
    for (const NamedTensors &shard : shards)
        for (const NamedTensor &item : shard)
            if (parameterOf(item.name).empty())
                item.tensor.copy_(*findTensor(from, item.name));
}

} // namespace

ShardedOptimizer::ShardedOptimizer(const OptimizerSpec &spec, NamedTensors parameters,
    const std::vector<double> &shares, int rank, std::vector<int> mirrors)
    : m_spec(spec), m_parameters(std::move(parameters)), m_shapes(withoutMemory(m_parameters)),
      m_ranges(cutsOf(spec, m_parameters, shares)), m_mirrors(std::move(mirrors))
{
    const auto add = [&](int owner) {
        m_shards.push_back({owner, rangeOf(owner), slicesOf(m_parameters, rangeOf(owner))});
    };
    add(rank);
    for (int owner = 0; owner < int(m_mirrors.size()); ++owner)
        if (m_mirrors[std::size_t(owner)] == rank)
            add(owner);
}

std::vector<NumberRange> ShardedOptimizer::rangesOf(int rank) const
{
    std::vector<NumberRange> ranges{rangeOf(rank)};
    for (int owner = 0; owner < int(m_mirrors.size()); ++owner)
        if (m_mirrors[std::size_t(owner)] == rank)
            ranges.push_back(rangeOf(owner));
    return ranges;
}

NumberRange ShardedOptimizer::rangeOf(int rank) const
{
    return {m_ranges[std::size_t(rank)], m_ranges[std::size_t(rank) + 1]};
}

void ShardedOptimizer::gatherParameters(Group &group) const
{
    for (int rank = 0; rank < group.worldSize(); ++rank) {
        if (!m_mirrors.empty()) {
            broadcastRange(group, m_parameters, rangeOf(rank), rank, true);
            continue;
        }
        std::vector<at::Tensor> theirs;
        for (const ParameterSlice &part : slicesOf(m_parameters, rangeOf(rank)))
            theirs.push_back(part.cut(part.whole));
        if (!theirs.empty())
            group.broadcast(theirs, rank);
    }
}

void ShardedOptimizer::broadcastRange(
    Group &group, const NamedTensors &parameters, NumberRange range, int root, bool takesIt)
{
    broadcastChecked(group, slicesOf(parameters, range), root, takesIt);
}

// Asks an optimizer for that range, which is built from shapes without memory.
std::vector<ShardedOptimizer::Segment> ShardedOptimizer::segmentsOf(NumberRange range) const
{
    std::map<std::string, ParameterSlice> parts;
    for (const ParameterSlice &part : slicesOf(m_shapes, range))
        parts.emplace(part.name, part);
    std::vector<Segment> segments;
    for (const NamedTensor &item : Optimizer(m_spec, m_shapes, slicesOf(m_shapes, range)).state()) {
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
        for (const Segment &segment : segmentsOf(rangeOf(group.rank())))
            group.send(flatOnCpu(own.at(segment.name)), 0);
        return {};
    }
    NamedTensors whole = blank();
    const auto all = byName(whole);
    for (const auto &[name, tensor] : own)
        if (parameterOf(name).empty())
            all.at(name).copy_(tensor);
    for (int rank = 0; rank < group.worldSize(); ++rank)
        for (const Segment &segment : segmentsOf(rangeOf(rank))) {
            const at::Tensor target
                = all.at(segment.name).view({-1}).slice(0, segment.begin, segment.begin + segment.numbers);
            if (rank == 0)
                target.copy_(own.at(segment.name).view({-1}));
            else
                group.receive(target, rank);
        }
    return whole;
}

void ShardedOptimizer::scatter(Group &group, const NamedTensors &whole, const std::vector<NamedTensors> &mine) const
{
    const torch::NoGradGuard noGradients;
    const auto all = byName(whole);
    for (const NamedTensor &item : mine.front())
        if (parameterOf(item.name).empty()) {
            if (group.rank() == 0)
                item.tensor.copy_(all.at(item.name));
            group.broadcast({item.tensor});
        }
    copyShared(mine.front(), mine);
    for (int rank = 0; rank < group.worldSize(); ++rank) {
        if (group.rank() != 0 && group.rank() != rank)
            continue;
        const std::vector<NumberRange> ranges = rangesOf(rank);
        for (std::size_t shard = 0; shard < ranges.size(); ++shard)
            for (const Segment &segment : segmentsOf(ranges[shard])) {
                const at::Tensor part = at::empty({segment.numbers}, at::kFloat);
                if (group.rank() == 0)
                    part.copy_(
                        all.at(segment.name).view({-1}).slice(0, segment.begin, segment.begin + segment.numbers));
                if (rank != 0 && group.rank() == 0)
                    group.send(part, rank);
                else if (rank != 0)
                    group.receive(part, 0);
                if (group.rank() == rank)
                    findTensor(mine[shard], segment.name)->view({-1}).copy_(part);
            }
    }
}

// What a rank holds of a segment, by the shard that has its range.
at::Tensor ShardedOptimizer::find(
    const Segment &segment, NumberRange range, const std::vector<ShardState> &states) const
{
    for (const ShardState &state : states) {
        if (range.begin < state.range.begin || range.end > state.range.end)
            continue;
        std::int64_t first = 0; // index of its first element in the whole parameter
        for (const ParameterSlice &part : slicesOf(m_shapes, state.range))
            if (part.name == parameterOf(segment.name) && !part.isWhole())
                first = part.begin;
        const std::int64_t begin = segment.begin - first;
        return findTensor(state.tensors, segment.name)->view({-1}).slice(0, begin, begin + segment.numbers);
    }
    throw std::logic_error("no shard has the range that is to be moved");
}

// Between two ranks the moves are in one order, and so are those of each rank: nobody waits for a rank that waits.
void ShardedOptimizer::move(Group &group, const std::vector<ShardMove> &moves, int root,
    const std::vector<ShardState> &from, const std::vector<ShardState> &to) const
{
    const torch::NoGradGuard noGradients;
    const NamedTensors &first = to.front().tensors;
    for (const NamedTensor &item : first)
        if (parameterOf(item.name).empty()) {
            const at::Tensor value = group.rank() == root ? flatOnCpu(*findTensor(from.front().tensors, item.name))
                                                          : at::empty_like(flatOnCpu(item.tensor));
            group.broadcast({value}, root);
            item.tensor.view({-1}).copy_(value);
        }
    std::vector<NamedTensors> all;
    for (const ShardState &state : to)
        all.push_back(state.tensors);
    copyShared(first, all);
    for (const ShardMove &move : moves) {
        if (group.rank() != move.from && group.rank() != move.to)
            continue;
        for (const Segment &segment : segmentsOf(move.range)) {
            if (move.from == move.to)
                find(segment, move.range, to).copy_(find(segment, move.range, from));
            else if (group.rank() == move.from)
                group.send(flatOnCpu(find(segment, move.range, from)), move.to);
            else {
                const at::Tensor target = find(segment, move.range, to);
                const at::Tensor part = at::empty({segment.numbers}, target.options().device(at::kCPU));
                group.receive(part, move.from);
                target.copy_(part);
            }
        }
    }
}

} // namespace motley
