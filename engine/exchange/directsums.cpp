#include "engine/exchange/directsums.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t bytesSentWhole = 32 << 10; // beyond, sending less is worth a second exchange

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

// `pieces` are as long as the sum, one after the other.
template <typename Number>
void addUp(std::span<const Number> pieces, std::span<Number> sum)
{
    std::copy_n(pieces.begin(), sum.size(), sum.begin());
    for (std::size_t first = sum.size(); first < pieces.size(); first += sum.size())
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += pieces[first + i];
}

} // namespace

DirectSums::DirectSums(PeerTraffic traffic, int rank, int size)
    : m_traffic(std::move(traffic)), m_rank(rank), m_size(size)
{
}

bool DirectSums::takes(const at::Tensor &tensor)
{
    const auto type = tensor.scalar_type();
    return tensor.is_cpu() && tensor.is_contiguous() && tensor.nbytes() <= mostBytes
        && (type == at::kFloat || type == at::kDouble || type == at::kLong);
}

void DirectSums::sum(at::Tensor &tensor)
{
    const auto sumAs = [&](auto *numbers) {
        const std::span all(numbers, std::size_t(tensor.numel()));
        if (all.size_bytes() <= bytesSentWhole)
            sumWhole(all);
        else
            sumInParts(all);
    };
    switch (tensor.scalar_type()) {
    case at::kFloat:
        return sumAs(tensor.data_ptr<float>());
    case at::kDouble:
        return sumAs(tensor.data_ptr<double>());
    case at::kLong:
        return sumAs(tensor.data_ptr<std::int64_t>());
    default:
        throw std::logic_error("a sum of numbers that have no direct sum");
    }
}

template <typename Number>
void DirectSums::sumWhole(std::span<Number> numbers)
{
    const std::span<Number> pieces = inbox<Number>(numbers.size() * std::size_t(m_size));
    std::vector<std::span<char>> from;
    for (int peer = 0; peer < m_size; ++peer)
        from.push_back(roomOf(pieces.subspan(std::size_t(peer) * numbers.size(), numbers.size())));
    std::copy(numbers.begin(), numbers.end(), pieces.begin() + std::ptrdiff_t(numbers.size()) * m_rank);
    m_traffic.exchange({std::size_t(m_size), bytesOf<Number>(numbers)}, from);
    addUp<Number>(pieces, numbers);
}

template <typename Number>
void DirectSums::sumInParts(std::span<Number> numbers)
{
    const auto part = [&](int rank) {
        const std::size_t first = numbers.size() * std::size_t(rank) / std::size_t(m_size);
        return numbers.subspan(first, numbers.size() * std::size_t(rank + 1) / std::size_t(m_size) - first);
    };
    const std::span<Number> mine = part(m_rank);
    const std::span<Number> pieces = inbox<Number>(mine.size() * std::size_t(m_size));
    std::vector<std::span<const char>> to;
    std::vector<std::span<char>> from;
    for (int peer = 0; peer < m_size; ++peer) {
        to.push_back(bytesOf<Number>(part(peer)));
        from.push_back(roomOf(pieces.subspan(std::size_t(peer) * mine.size(), mine.size())));
    }
    std::copy(mine.begin(), mine.end(), pieces.begin() + std::ptrdiff_t(mine.size()) * m_rank);
    m_traffic.exchange(to, from);
    addUp<Number>(pieces, mine);

    for (int peer = 0; peer < m_size; ++peer)
        from[std::size_t(peer)] = roomOf(part(peer));
    m_traffic.exchange({std::size_t(m_size), bytesOf<Number>(mine)}, from);
}

template <typename Number>
std::span<Number> DirectSums::inbox(std::size_t numbers)
{
    m_inbox.resize(std::max(m_inbox.size(), numbers * sizeof(Number)));
    return {reinterpret_cast<Number *>(m_inbox.data()), numbers};
}

} // namespace motley
