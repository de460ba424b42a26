#include "engine/base/keyedrandom.h"

#include <limits>

namespace motley {

namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

std::uint64_t mix(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

} // namespace

Random::Random(std::initializer_list<std::uint64_t> key)
{
    for (const std::uint64_t word : key)
        m_state = mix(m_state + golden + mix(word + golden));
}

std::uint64_t Random::next()
{
    m_state += golden;
    return mix(m_state);
}

std::uint64_t Random::below(std::uint64_t bound)
{
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t limit
        = largest - largest % bound; // a multiple of bound: what lies above would favour small numbers
    std::uint64_t drawn = next();
    while (drawn >= limit)
        drawn = next();
    return drawn % bound;
}

double Random::fraction()
{
    return double(next() >> 11) * 0x1p-53;
}

double Random::normal()
{
    double sum = -6;
    for (int i = 0; i < 12; ++i)
        sum += fraction();
    return sum;
}

} // namespace motley
