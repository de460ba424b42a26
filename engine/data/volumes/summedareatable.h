// Counts the marked voxels in any box in constant time: the summed-area table of Crow (1984) in three dimensions.
#pragma once

#include "engine/data/volumes/zyx.h"

#include <span>
#include <vector>

namespace motley {

class SummedAreaTable {
public:
    SummedAreaTable(Zyx size, std::span<const std::uint8_t> marks); // a voxel counts as the value of its byte

    std::int64_t sum(Zyx first, Zyx last) const; // last: one past the end; both within [0, size]

private:
    Zyx m_size; // of the table, one larger along each axis for the zeros in front
    std::vector<std::int64_t> m_table;
};

} // namespace motley
