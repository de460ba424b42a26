// Three integers in the memory order of a volume: slices, rows, columns. A size, a position or an offset.
#pragma once

#include <cstddef>
#include <cstdint>

namespace motley {

struct Zyx {
    std::int64_t z = 0;
    std::int64_t y = 0;
    std::int64_t x = 0;

    std::int64_t product() const { return z * y * x; }

    // The index of a position in an array of this size.
    std::size_t indexOf(Zyx position) const { return std::size_t((position.z * y + position.y) * x + position.x); }
    Zyx positionOf(std::int64_t index) const { return {index / (y * x), index / x % y, index % x}; }
    bool holds(Zyx position) const
    {
        return position.z >= 0 && position.y >= 0 && position.x >= 0 && position.z < z && position.y < y
            && position.x < x;
    }

    bool operator==(const Zyx &) const = default;
};

inline Zyx operator+(Zyx a, Zyx b)
{
    return {a.z + b.z, a.y + b.y, a.x + b.x};
}

inline Zyx operator-(Zyx a, Zyx b)
{
    return {a.z - b.z, a.y - b.y, a.x - b.x};
}

inline Zyx operator*(Zyx a, std::int64_t factor)
{
    return {a.z * factor, a.y * factor, a.x * factor};
}

inline Zyx half(Zyx a) // rounded down
{
    return {a.z / 2, a.y / 2, a.x / 2};
}

} // namespace motley
