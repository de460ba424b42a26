#include "engine/exchange/directallreduce.h"

#include <algorithm>
#include <stdexcept>
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

// `received` holds the tensors of all ranks one behind the other, each as long as `sum`.
template <typename Number>
void addUp(std::span<const Number> received, std::span<Number> sum)
{
    std::copy_n(received.begin(), sum.size(), sum.begin());
    for (std::size_t first = sum.size(); first < received.size(); first += sum.size())
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += received[first + i];
}

} // namespace

DirectAllReduce::DirectAllReduce(PeerSockets peers, int rank, int size)
    : m_peers(std::move(peers)), m_rank(rank), m_size(size)
{
}

bool DirectAllReduce::takes(const at::Tensor &tensor)
{
    const auto type = tensor.scalar_type();
    return tensor.is_cpu() && tensor.is_contiguous() && tensor.nbytes() <= mostBytes
        && (type == at::kFloat || type == at::kDouble || type == at::kLong);
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
    case at::kLong:
        return call(std::span(tensor.data_ptr<std::int64_t>(), size));
    default:
        throw std::logic_error("a sum of numbers that have no direct sum");
    }
}

void DirectAllReduce::allReduce(at::Tensor &tensor)
{
    withNumbers(tensor, [&](const auto &numbers) {
        if (numbers.size_bytes() <= bytesSentWhole)
            allGatherAndSum(numbers);
        else
            reduceScatterAndAllGather(numbers);
    });
}

bool DirectAllReduce::takesReduceScatter(const at::Tensor &tensor, const std::vector<std::int64_t> &borders) const
{
    std::int64_t largest = 0;
    for (std::size_t rank = 0; rank + 1 < borders.size(); ++rank)
        largest = std::max(largest, borders[rank + 1] - borders[rank]);
    return takes(tensor) && std::size_t(largest) * tensor.element_size() * std::size_t(m_size) <= mostBytes;
}

void DirectAllReduce::reduceScatter(at::Tensor &tensor, const std::vector<std::int64_t> &borders)
{
    withNumbers(tensor, [&](const auto &numbers) {
        std::vector<std::decay_t<decltype(numbers)>> parts;
        for (std::size_t rank = 0; rank + 1 < borders.size(); ++rank)
            parts.push_back(
                numbers.subspan(std::size_t(borders[rank]), std::size_t(borders[rank + 1] - borders[rank])));
        reduceOwnPart(parts);
    });
}

template <typename Number>
void DirectAllReduce::allGatherAndSum(std::span<Number> numbers)
{
    const std::span<Number> received = inbox<Number>(numbers.size() * std::size_t(m_size));
    std::vector<std::span<char>> from;
    for (int peer = 0; peer < m_size; ++peer)
        from.push_back(roomOf(received.subspan(std::size_t(peer) * numbers.size(), numbers.size())));
    std::copy(numbers.begin(), numbers.end(), received.begin() + std::ptrdiff_t(numbers.size()) * m_rank);
    m_peers.exchange({std::size_t(m_size), bytesOf<Number>(numbers)}, from);
    addUp<Number>(received, numbers);
}

template <typename Number>
void DirectAllReduce::reduceScatterAndAllGather(std::span<Number> numbers)
{
    std::vector<std::span<Number>> parts;
    for (int rank = 0; rank < m_size; ++rank) {
        const std::size_t first = numbers.size() * std::size_t(rank) / std::size_t(m_size);
        parts.push_back(numbers.subspan(first, numbers.size() * std::size_t(rank + 1) / std::size_t(m_size) - first));
    }
    reduceOwnPart(parts);
    std::vector<std::span<char>> from;
    for (const std::span<Number> &part : parts)
        from.push_back(roomOf(part));
    m_peers.exchange({parts.size(), bytesOf<Number>(parts[std::size_t(m_rank)])}, from);
}

template <typename Number>
void DirectAllReduce::reduceOwnPart(const std::vector<std::span<Number>> &parts)
{
    const std::span<Number> mine = parts[std::size_t(m_rank)];
    const std::span<Number> received = inbox<Number>(mine.size() * std::size_t(m_size));
    std::vector<std::span<const char>> to;
    std::vector<std::span<char>> from;
    for (int peer = 0; peer < m_size; ++peer) {
        to.push_back(bytesOf<Number>(parts[std::size_t(peer)]));
        from.push_back(roomOf(received.subspan(std::size_t(peer) * mine.size(), mine.size())));
    }
    std::copy(mine.begin(), mine.end(), received.begin() + std::ptrdiff_t(mine.size()) * m_rank);
    m_peers.exchange(to, from);
    addUp<Number>(received, mine);
}

template <typename Number>
std::span<Number> DirectAllReduce::inbox(std::size_t numbers)
{
    m_inbox.resize(std::max(m_inbox.size(), numbers * sizeof(Number)));
    return {reinterpret_cast<Number *>(m_inbox.data()), numbers};
}

} // namespace motley
