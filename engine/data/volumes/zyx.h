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
    std::size_t indexOf(Zyx place) const { return std::size_t((place.z * y + place.y) * x + place.x); }
    Zyx placeOf(std::int64_t index) const { return {index / (y * x), index / x % y, index % x}; }
    bool holds(Zyx place) const
    {
        return place.z >= 0 && place.y >= 0 && place.x >= 0 && place.z < z && place.y < y && place.x < x;
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
