#include "engine/exchange/adasum.h"

#include "engine/exchange/adasumpair.h"
#include "engine/exchange/pointtopoint.h"

#include <ATen/AccumulateType.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/sum.h>

#include <algorithm>
#include <stdexcept>

namespace motley {

namespace {

FlatRange partOf(std::int64_t elements, std::size_t part, std::size_t parts)
{
    return {
        elements * std::int64_t(part) / std::int64_t(parts), elements * std::int64_t(part + 1) / std::int64_t(parts)};
}

void checkGroups(const RankGroups &groups, int ranks)
{
    std::vector<int> all;
    for (const std::vector<int> &group : groups) {
        if (group.empty())
            throw std::invalid_argument("Adasum has a group without ranks");
        all.insert(all.end(), group.begin(), group.end());
    }
    std::sort(all.begin(), all.end());
    bool holdsEachOnce = int(all.size()) == ranks;
    for (int rank = 0; holdsEachOnce && rank < ranks; ++rank)
        holdsEachOnce = all[std::size_t(rank)] == rank;
    if (!holdsEachOnce)
        throw std::invalid_argument(
            "the groups of Adasum do not hold each of the " + std::to_string(ranks) + " ranks once");
}

void checkTensors(const std::vector<at::Tensor> &tensors)
{
    for (const at::Tensor &tensor : tensors)
        if (!tensor.defined() || !at::isFloatingType(tensor.scalar_type()))
            throw std::invalid_argument(
                "Adasum combines floating-point tensors only, zeros where there is no gradient");
}

} // namespace

// The tensors of one type, one behind the other.
struct Adasum::Flat {
    at::Tensor numbers;
    std::vector<std::int64_t> borders; // of tensor t: from borders[t] up to borders[t + 1]
    Buffers &buffers;
};

Adasum::Adasum(c10::intrusive_ptr<c10d::ProcessGroup> processGroup, RankGroups groups)
    : m_processGroup(std::move(processGroup)), m_groups(std::move(groups))
{
    checkGroups(m_groups, m_processGroup ? m_processGroup->getSize() : 1);
    const int rank = m_processGroup ? m_processGroup->getRank() : 0;
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const std::vector<int> &ranks = m_groups[group];
        const auto found = std::find(ranks.begin(), ranks.end(), rank);
        if (found == ranks.end())
            continue;
        m_group = int(group);
        m_place = int(found - ranks.begin());
    }
}

void Adasum::sumInGroup(std::vector<at::Tensor> &gradients, double weight)
{
    checkTensors(gradients);
    for (at::Tensor &gradient : gradients)
        gradient.mul_(weight);
    if (m_groups[std::size_t(m_group)].size() > 1)
        onFlat(gradients, [&](Flat &flat) { sumParts(flat); });
}

void Adasum::combine(std::vector<at::Tensor> &deltas)
{
    checkTensors(deltas);
    if (m_groups.size() == 1)
        return;
    onFlat(deltas, [&](Flat &flat) {
        if (m_place == 0)
            combineGroups(flat);
        broadcastInGroup(flat.numbers);
    });
}

// Gloo sends from host memory.
at::Device Adasum::deviceFor(const at::Tensor &tensor) const
{
    const auto backendOf = [&](c10::DeviceType type) { return m_processGroup->getBackend(type).get(); };
    return tensor.is_cuda() && backendOf(at::kCUDA) == backendOf(at::kCPU) ? at::Device(at::kCPU) : tensor.device();
}

template <typename Call>
void Adasum::onFlat(std::vector<at::Tensor> &tensors, const Call &call)
{
    std::map<at::ScalarType, std::vector<at::Tensor>> byType;
    for (const at::Tensor &tensor : tensors)
        byType[tensor.scalar_type()].push_back(tensor);
    for (auto &[type, alike] : byType) {
        Flat flat{{}, {0}, m_buffers[type]};
        std::vector<at::Tensor> rows;
        for (const at::Tensor &tensor : alike) {
            rows.push_back(tensor.reshape({-1}));
            flat.borders.push_back(flat.borders.back() + tensor.numel());
        }
        at::Tensor &buffer = flat.buffers.flat;
        const at::Device device = deviceFor(alike.front());
        if (!buffer.defined() || buffer.numel() != flat.borders.back() || buffer.device() != device)
            buffer = at::empty({flat.borders.back()}, alike.front().options().device(device));
        flat.numbers = buffer;
        for (std::size_t i = 0; i < rows.size(); ++i)
            FlatRange{flat.borders[i], flat.borders[i + 1]}.of(buffer).copy_(rows[i]);
        call(flat);
        for (std::size_t i = 0; i < rows.size(); ++i)
            alike[i].copy_(FlatRange{flat.borders[i], flat.borders[i + 1]}.of(buffer).view_as(alike[i]));
    }
}

at::Tensor Adasum::inbox(Flat &flat, std::int64_t size)
{
    at::Tensor &room = flat.buffers.inbox;
    if (!room.defined() || room.numel() < size || room.device() != flat.numbers.device())
        room = at::empty({size}, flat.numbers.options());
    return room.narrow(0, 0, size);
}

void Adasum::exchange(int group, const at::Tensor &sent, const at::Tensor &received)
{
    const int peer = m_groups[std::size_t(group)].front();
    exchangeMessages(*m_processGroup, {{peer, sent}}, {{peer, received}});
}

// The groups beyond the power of two are combined with a partner first, whole.
void Adasum::combineGroups(Flat &flat)
{
    const at::Tensor nothing = flat.numbers.narrow(0, 0, 0);
    const int core = adasumCore(int(m_groups.size()));
    if (m_group >= core) {
        exchange(m_group - core, flat.numbers, nothing);
        exchange(m_group - core, nothing, flat.numbers);
        return;
    }
    const bool hasPartner = m_group + core < int(m_groups.size());
    if (hasPartner) {
        const at::Tensor theirs = inbox(flat, flat.numbers.numel());
        exchange(m_group + core, nothing, theirs);
        const AdasumPair pair{flat.numbers, theirs, {0, flat.numbers.numel()}, flat.borders};
        pair.combineInto(flat.numbers, pair.innerProducts());
    }
    combineByHalves(flat);
    if (hasPartner)
        exchange(m_group + core, flat.numbers, nothing);
}

void Adasum::combineByHalves(Flat &flat)
{
    struct Level {
        int peer = 0;
        FlatRange mine; // after the exchange
        FlatRange theirs;
    };
    std::vector<Level> levels;
    FlatRange range{0, flat.numbers.numel()};
    const int core = adasumCore(int(m_groups.size()));
    for (int distance = 1; distance < core; distance *= 2) {
        const bool isLower = (m_group & distance) == 0;
        const std::int64_t middle = range.begin + range.size() / 2;
        const FlatRange lower{range.begin, middle};
        const FlatRange upper{middle, range.end};
        const Level &level
            = levels.emplace_back(Level{m_group ^ distance, isLower ? lower : upper, isLower ? upper : lower});
        range = level.mine;
        const at::Tensor mine = range.of(flat.numbers);
        const at::Tensor theirs = inbox(flat, range.size());
        exchange(level.peer, level.theirs.of(flat.numbers), theirs);
        const AdasumPair pair{isLower ? mine : theirs, isLower ? theirs : mine, range, flat.borders};
        at::Tensor products = pair.innerProducts();
        addUpProducts(products, distance);
        pair.combineInto(mine, products);
    }
    for (auto level = levels.rbegin(); level != levels.rend(); ++level)
        exchange(level->peer, level->mine.of(flat.numbers), level->theirs.of(flat.numbers));
}

// Sums over the 2 * distance groups that hold parts of the same two vectors. Both ends of an exchange add the same two
// terms, so that all get the same bits.
void Adasum::addUpProducts(at::Tensor &products, int distance)
{
    const at::Tensor theirs = at::empty_like(products);
    for (int step = 1; step <= distance; step *= 2) {
        exchange(m_group ^ step, products, theirs);
        products.add_(theirs);
    }
}

// Each rank of the group sums one part over all of them, and all parts are gathered.
void Adasum::sumParts(Flat &flat)
{
    const std::vector<int> &ranks = m_groups[std::size_t(m_group)];
    const auto place = std::size_t(m_place);
    const std::int64_t elements = flat.numbers.numel();
    const at::Tensor mine = partOf(elements, place, ranks.size()).of(flat.numbers);
    const auto terms = std::int64_t(ranks.size());
    const at::Tensor parts = inbox(flat, mine.numel() * terms).view({terms, mine.numel()});
    parts[m_place].copy_(mine);
    std::vector<Message> sent;
    std::vector<Message> received;
    for (std::size_t peer = 0; peer < ranks.size(); ++peer) {
        if (peer == place)
            continue;
        sent.push_back({ranks[peer], partOf(elements, peer, ranks.size()).of(flat.numbers)});
        received.push_back({ranks[peer], parts[std::int64_t(peer)]});
    }
    exchangeMessages(*m_processGroup, sent, received);
    mine.copy_(at::sum(parts, 0, false, at::toAccumulateType(flat.numbers.scalar_type(), true)));
    gatherInGroup(flat.numbers);
}

// From the first rank of the group: a part to each, then the parts among all.
void Adasum::broadcastInGroup(const at::Tensor &numbers)
{
    const std::vector<int> &ranks = m_groups[std::size_t(m_group)];
    std::vector<Message> sent;
    std::vector<Message> received;
    if (m_place > 0)
        received.push_back({ranks.front(), partOf(numbers.numel(), std::size_t(m_place), ranks.size()).of(numbers)});
    for (std::size_t peer = 1; m_place == 0 && peer < ranks.size(); ++peer)
        sent.push_back({ranks[peer], partOf(numbers.numel(), peer, ranks.size()).of(numbers)});
    exchangeMessages(*m_processGroup, sent, received);
    gatherInGroup(numbers);
}

void Adasum::gatherInGroup(const at::Tensor &numbers)
{
    const std::vector<int> &ranks = m_groups[std::size_t(m_group)];
    std::vector<Message> sent;
    std::vector<Message> received;
    for (std::size_t peer = 0; peer < ranks.size(); ++peer) {
        if (peer == std::size_t(m_place))
            continue;
        sent.push_back({ranks[peer], partOf(numbers.numel(), std::size_t(m_place), ranks.size()).of(numbers)});
        received.push_back({ranks[peer], partOf(numbers.numel(), peer, ranks.size()).of(numbers)});
    }
    exchangeMessages(*m_processGroup, sent, received);
}

} // namespace motley
