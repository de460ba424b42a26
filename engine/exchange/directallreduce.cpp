#include "engine/exchange/directallreduce.h"

#include <c10/util/BFloat16.h>

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace motley {

namespace {

// Larger tensors are cut into parts: sending fewer bytes is then worth a second exchange.
constexpr std::size_t bytesSentWhole = 32 << 10;

template <typename Number>
std::span<const char> bytesOf(std::span<const Number> numbers)
{
    return {reinterpret_cast<const char *>(numbers.data()), numbers.size_bytes()};
}

template <typename Number>
std::span<char> roomOf(std::span<Number> numbers)
{
    return {reinterpret_cast<char *>(numbers.data()), numbers.size_bytes()};
}

// The part of each rank of a group, of about the same size.
template <typename Number>
std::vector<std::span<Number>> partsOf(std::span<Number> numbers, int size)
{
    std::vector<std::span<Number>> parts;
    for (int rank = 0; rank < size; ++rank) {
        const std::size_t first = numbers.size() * std::size_t(rank) / std::size_t(size);
        parts.push_back(numbers.subspan(first, numbers.size() * std::size_t(rank + 1) / std::size_t(size) - first));
    }
    return parts;
}

// What sums of these numbers are added up in.
template <typename Number>
using Wide = std::conditional_t<std::is_same_v<Number, c10::BFloat16>, float, Number>;

// `received` holds the tensors of all ranks one behind the other, each as long as `sum`.
template <typename Number>
void addUp(std::span<const Number> received, std::span<Number> sum)
{
    if constexpr (std::is_same_v<Wide<Number>, Number>) {
        std::copy_n(received.begin(), sum.size(), sum.begin());
        for (std::size_t first = sum.size(); first < received.size(); first += sum.size())
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] += received[first + i];
    } else {
        for (std::size_t i = 0; i < sum.size(); ++i) {
            Wide<Number> wide = 0;
            for (std::size_t at = i; at < received.size(); at += sum.size())
                wide += Wide<Number>(received[at]);
            sum[i] = Number(wide);
        }
    }
}

} // namespace

DirectAllReduce::DirectAllReduce(std::vector<Level> levels, bool isTop)
    : m_levels(std::move(levels)), m_isTop(isTop) { }

void DirectAllReduce::abort()
{
    for (Level &level : m_levels)
        level.peers.abort();
}

bool DirectAllReduce::supports(const at::Tensor &tensor)
{
    const auto type = tensor.scalar_type();
    return tensor.is_cpu() && tensor.is_contiguous() && tensor.nbytes() <= mostBytes
        && (type == at::kFloat || type == at::kDouble || type == at::kBFloat16 || type == at::kLong);
}

template <typename Call>
void DirectAllReduce::withNumbers(at::Tensor &tensor, const Call &call)
{
    const auto size = std::size_t(tensor.numel());
    switch (tensor.scalar_type()) {
    case at::kFloat:
        return call(std::span(tensor.data_ptr<float>(), size));
    case at::kDouble:
        return call(std::span(tensor.data_ptr<double>(), size));
    case at::kBFloat16:
        return call(std::span(tensor.data_ptr<c10::BFloat16>(), size));
    case at::kLong:
        return call(std::span(tensor.data_ptr<std::int64_t>(), size));
    default:
        throw std::logic_error("a sum of numbers that have no direct sum");
    }
}

void DirectAllReduce::allReduce(at::Tensor &tensor)
{
    withNumbers(tensor, [&](const auto &numbers) {
        const std::size_t below = m_levels.size() - (m_isTop ? 1 : 0);
        for (std::size_t level = 0; level < below; ++level)
            reduceToLeader(m_levels[level], numbers);
        if (m_isTop)
            allReduceInGroup(m_levels.back(), numbers);
        for (std::size_t level = below; level-- > 0;)
            broadcastFromLeader(m_levels[level], numbers);
    });
}

bool DirectAllReduce::supportsReduceScatter(const at::Tensor &tensor, const std::vector<std::int64_t> &borders) const
{
    std::int64_t largest = 0;
    for (std::size_t rank = 0; rank + 1 < borders.size(); ++rank)
        largest = std::max(largest, borders[rank + 1] - borders[rank]);
    return supports(tensor) && std::size_t(largest) * tensor.element_size() * (borders.size() - 1) <= mostBytes;
}

void DirectAllReduce::reduceScatter(at::Tensor &tensor, const std::vector<std::int64_t> &borders)
{
    if (m_levels.size() > 1 || !m_isTop) {
        allReduce(tensor);
        return;
    }
    withNumbers(tensor, [&](const auto &numbers) {
        std::vector<std::decay_t<decltype(numbers)>> parts;
        for (std::size_t rank = 0; rank + 1 < borders.size(); ++rank)
            parts.push_back(
                numbers.subspan(std::size_t(borders[rank]), std::size_t(borders[rank + 1] - borders[rank])));
        reduceOwnPart(m_levels.front(), parts);
    });
}

template <typename Number>
void DirectAllReduce::allReduceInGroup(Level &level, std::span<Number> numbers)
{
    if (numbers.size_bytes() <= bytesSentWhole) {
        allGatherAndSum(level, numbers);
        return;
    }
    const auto parts = partsOf(numbers, level.size);
    reduceOwnPart(level, parts);
    allGather(level, parts);
}

// The other ranks of the group keep parts of it, or nothing new.
template <typename Number>
void DirectAllReduce::reduceToLeader(Level &level, std::span<Number> numbers)
{
    if (numbers.size_bytes() <= bytesSentWhole) {
        allGatherAndSum(level, numbers);
        return;
    }
    const auto parts = partsOf(numbers, level.size);
    reduceOwnPart(level, parts);
    std::vector<std::span<const char>> to(parts.size());
    std::vector<std::span<char>> from(parts.size());
    if (level.groupRank == 0)
        for (std::size_t peer = 1; peer < parts.size(); ++peer)
            from[peer] = roomOf(parts[peer]);
    else
        to.front() = bytesOf<Number>(parts[std::size_t(level.groupRank)]);
    level.peers.exchange(to, from);
}

template <typename Number>
void DirectAllReduce::broadcastFromLeader(Level &level, std::span<Number> numbers)
{
    const bool leads = level.groupRank == 0;
    const bool isWhole = numbers.size_bytes() <= bytesSentWhole;
    const auto parts = isWhole ? std::vector(std::size_t(level.size), numbers) : partsOf(numbers, level.size);
    std::vector<std::span<const char>> to(parts.size());
    std::vector<std::span<char>> from(parts.size());
    if (leads)
        for (std::size_t peer = 1; peer < parts.size(); ++peer)
            to[peer] = bytesOf<Number>(parts[peer]);
    else
        from.front() = roomOf(parts[std::size_t(level.groupRank)]);
    level.peers.exchange(to, from);
    if (!isWhole)
        allGather(level, parts);
}

template <typename Number>
void DirectAllReduce::allGatherAndSum(Level &level, std::span<Number> numbers)
{
    const auto size = std::size_t(level.size);
    const std::span<Number> received = inbox<Number>(numbers.size() * size);
    std::vector<std::span<char>> from;
    for (std::size_t peer = 0; peer < size; ++peer)
        from.push_back(roomOf(received.subspan(peer * numbers.size(), numbers.size())));
    std::copy(numbers.begin(), numbers.end(), received.begin() + std::ptrdiff_t(numbers.size()) * level.groupRank);
    level.peers.exchange({size, bytesOf<Number>(numbers)}, from);
    addUp<Number>(received, numbers);
}

template <typename Number>
void DirectAllReduce::reduceOwnPart(Level &level, const std::vector<std::span<Number>> &parts)
{
    const std::span<Number> mine = parts[std::size_t(level.groupRank)];
    const std::span<Number> received = inbox<Number>(mine.size() * parts.size());
    std::vector<std::span<const char>> to;
    std::vector<std::span<char>> from;
    for (std::size_t peer = 0; peer < parts.size(); ++peer) {
        to.push_back(bytesOf<Number>(parts[peer]));
        from.push_back(roomOf(received.subspan(peer * mine.size(), mine.size())));
    }
    std::copy(mine.begin(), mine.end(), received.begin() + std::ptrdiff_t(mine.size()) * level.groupRank);
    level.peers.exchange(to, from);
    addUp<Number>(received, mine);
}

template <typename Number>
void DirectAllReduce::allGather(Level &level, const std::vector<std::span<Number>> &parts)
{
    std::vector<std::span<char>> from;
    for (const std::span<Number> &part : parts)
        from.push_back(roomOf(part));
    level.peers.exchange({parts.size(), bytesOf<Number>(parts[std::size_t(level.groupRank)])}, from);
}

template <typename Number>
std::span<Number> DirectAllReduce::inbox(std::size_t numbers)
{
    m_inbox.resize(std::max(m_inbox.size(), numbers * sizeof(Number)));
    return {reinterpret_cast<Number *>(m_inbox.data()), numbers};
}

} // namespace motley
