#include "engine/exchange/adasum.h"

#include "engine/exchange/adasumrule.h"

#include <ATen/AccumulateType.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <stdexcept>

namespace motley {

namespace {

// Where the ranks' parts of a vector begin and end, of about the same size.
FlatRange partOf(std::int64_t elements, std::size_t part, std::size_t parts)
{
    return {
        elements * std::int64_t(part) / std::int64_t(parts), elements * std::int64_t(part + 1) / std::int64_t(parts)};
}

// Whether the tensors, of one type, fill one piece of memory in their order.
bool lieInARow(const std::vector<at::Tensor> &tensors)
{
    const auto *next = static_cast<const char *>(tensors.front().const_data_ptr());
    for (const at::Tensor &tensor : tensors) {
        if (tensor.numel() == 0) // it lies nowhere
            continue;
        if (!tensor.is_contiguous() || !tensor.is_alias_of(tensors.front()) || tensor.const_data_ptr() != next)
            return false;
        next += tensor.nbytes();
    }
    return true;
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
    at::Tensor &inbox;
};

Adasum::Adasum(PointToPoint messages, RankGroups groups) : m_messages(std::move(messages)), m_groups(std::move(groups))
{
    checkGroups(m_groups, m_messages.size());
    const int rank = m_messages.rank();
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const std::vector<int> &ranks = m_groups[group];
        const auto found = std::find(ranks.begin(), ranks.end(), rank);
        if (found == ranks.end())
            continue;
        m_mine = {ranks, std::size_t(found - ranks.begin())};
        m_group = group;
    }
}

void Adasum::sumInGroup(std::vector<at::Tensor> &gradients, double weight)
{
    checkTensors(gradients);
    for (at::Tensor &gradient : gradients)
        gradient.mul_(weight);
    if (m_mine.ranks.size() > 1)
        onFlat(gradients, [&](Flat &flat) { sum(m_mine, flat.numbers, flat.inbox); });
}

void Adasum::combine(std::vector<at::Tensor> &deltas)
{
    checkTensors(deltas);
    if (m_groups.size() == 1)
        return;
    onFlat(deltas, [&](Flat &flat) {
        if (m_mine.groupRank == 0)
            combineGroups(flat);
        broadcastInGroup(flat.numbers);
    });
}

template <typename Call>
void Adasum::onFlat(std::vector<at::Tensor> &tensors, const Call &call)
{
    std::map<at::ScalarType, std::vector<at::Tensor>> byType;
    for (const at::Tensor &tensor : tensors)
        byType[tensor.scalar_type()].push_back(tensor);
    for (auto &[type, alike] : byType) {
        std::vector<std::int64_t> borders{0};
        for (const at::Tensor &tensor : alike)
            borders.push_back(borders.back() + tensor.numel());
        const at::Device device = m_messages.deviceFor(alike.front().device());
        Buffers &buffers = m_buffers[type];
        if (alike.front().device() == device && lieInARow(alike)) {
            Flat flat{alike.front().as_strided({borders.back()}, {1}), borders, buffers.inbox};
            call(flat);
            continue;
        }
        at::Tensor &numbers = buffers.flat;
        if (!numbers.defined() || numbers.numel() != borders.back() || numbers.device() != device)
            numbers = at::empty({borders.back()}, alike.front().options().device(device));
        const auto rangeOf = [&](std::size_t i) { return FlatRange{borders[i], borders[i + 1]}.of(numbers); };
        for (std::size_t i = 0; i < alike.size(); ++i)
            rangeOf(i).view_as(alike[i]).copy_(alike[i]);
        Flat flat{numbers, borders, buffers.inbox};
        call(flat);
        for (std::size_t i = 0; i < alike.size(); ++i)
            alike[i].copy_(rangeOf(i).view_as(alike[i]));
    }
}

// Each of the first ranks of the groups gets one part of all their vectors and combines it: by weights that follow from
// the inner products of whole tensors.
void Adasum::combineGroups(Flat &flat)
{
    Team leaders{{}, m_group};
    for (const std::vector<int> &group : m_groups)
        leaders.ranks.push_back(group.front());
    const AdasumRows parts{scatter(leaders, flat.numbers, flat.inbox),
        partOf(flat.numbers.numel(), m_group, m_groups.size()), flat.borders};
    const at::Tensor products = parts.innerProducts();
    at::Tensor inbox;
    sum(leaders, products.view({-1}), inbox);
    parts.combineInto(parts.rows[m_group], adasumWeights(products));
    gather(leaders, flat.numbers);
}

// Every rank of the team gets its own part of the others' numbers. Returns the parts in the order of the team; this
// rank's own one is where it was, the others are in `inbox`.
std::vector<at::Tensor> Adasum::scatter(const Team &team, const at::Tensor &numbers, at::Tensor &inbox)
{
    const std::size_t size = team.ranks.size();
    const at::Tensor mine = partOf(numbers.numel(), team.groupRank, size).of(numbers);
    if (!inbox.defined() || inbox.numel() < mine.numel() * std::int64_t(size - 1) || inbox.device() != numbers.device())
        inbox = at::empty({mine.numel() * std::int64_t(size - 1)}, numbers.options());
    std::vector<at::Tensor> parts;
    std::vector<Message> sent;
    std::vector<Message> received;
    for (std::size_t peer = 0; peer < size; ++peer) {
        if (peer == team.groupRank) {
            parts.push_back(mine);
            continue;
        }
        parts.push_back(inbox.narrow(0, std::int64_t(received.size()) * mine.numel(), mine.numel()));
        sent.push_back({team.ranks[peer], partOf(numbers.numel(), peer, size).of(numbers)});
        received.push_back({team.ranks[peer], parts.back()});
    }
    m_messages.exchange(sent, received);
    return parts;
}

// Every rank sends its own part to the others of its team.
void Adasum::gather(const Team &team, const at::Tensor &numbers)
{
    const std::size_t size = team.ranks.size();
    std::vector<Message> sent;
    std::vector<Message> received;
    for (std::size_t peer = 0; peer < size; ++peer) {
        if (peer == team.groupRank)
            continue;
        sent.push_back({team.ranks[peer], partOf(numbers.numel(), team.groupRank, size).of(numbers)});
        received.push_back({team.ranks[peer], partOf(numbers.numel(), peer, size).of(numbers)});
    }
    m_messages.exchange(sent, received);
}

// Over the ranks of a team, in the order of the team.
void Adasum::sum(const Team &team, const at::Tensor &numbers, at::Tensor &inbox)
{
    const std::vector<at::Tensor> parts = scatter(team, numbers, inbox);
    at::Tensor total = parts.front().to(at::toAccumulateType(numbers.scalar_type(), true), false, true);
    for (std::size_t i = 1; i < parts.size(); ++i)
        total.add_(parts[i]);
    parts[team.groupRank].copy_(total);
    gather(team, numbers);
}

// The first rank sends one part to each rank of its group, then all ranks gather the parts.
void Adasum::broadcastInGroup(const at::Tensor &numbers)
{
    const std::vector<int> &ranks = m_mine.ranks;
    std::vector<Message> sent;
    std::vector<Message> received;
    if (m_mine.groupRank > 0)
        received.push_back({ranks.front(), partOf(numbers.numel(), m_mine.groupRank, ranks.size()).of(numbers)});
    for (std::size_t peer = 1; m_mine.groupRank == 0 && peer < ranks.size(); ++peer)
        sent.push_back({ranks[peer], partOf(numbers.numel(), peer, ranks.size()).of(numbers)});
    m_messages.exchange(sent, received);
    gather(m_mine, numbers);
}

} // namespace motley
