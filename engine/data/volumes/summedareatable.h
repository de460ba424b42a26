// How many marked voxels lie in any box, in constant time: the summed-area table of Crow (1984) with one axis more.
#pragma once

#include "engine/data/volumes/zyx.h"

#include <span>
#include <vector>

namespace motley {

class SummedAreaTable {
public:
    SummedAreaTable(Zyx size, std::span<const std::uint8_t> marks); // a voxel counts as its byte says

    std::int64_t sum(Zyx first, Zyx last) const; // last: one past the end; both inside [0, size]

private:
    Zyx m_size; // of the table: one more along each axis, with zeros at the front
    std::vector<std::int64_t> m_table;
};

} // namespace motley
