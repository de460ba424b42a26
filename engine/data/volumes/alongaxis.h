// Applies a function to every line of voxels along an axis, to build separable filters.
#pragma once

#include "engine/data/volumes/zyx.h"

#include <span>
#include <vector>

namespace motley {

enum class Axis { Z, Y, X };

// change(line, result) is called for every line; both spans are as long as the volume along the axis. The result
// replaces the line.
template <typename Change>
void alongAxis(std::vector<float> &values, Zyx size, Axis axis, const Change &change)
{
    const std::int64_t length = axis == Axis::Z ? size.z : axis == Axis::Y ? size.y : size.x;
    const std::int64_t stride = axis == Axis::Z ? size.y * size.x : axis == Axis::Y ? size.x : 1;
    std::vector<float> line(static_cast<std::size_t>(length));
    std::vector<float> result(line.size());
    for (std::int64_t first = 0; first < std::int64_t(values.size()); ++first) {
        if (first / stride % length != 0)
            continue; // not the first voxel of a line
        for (std::size_t i = 0; i < line.size(); ++i)
            line[i] = values[std::size_t(first + std::int64_t(i) * stride)];
        change(std::span<const float>(line), std::span<float>(result));
        for (std::size_t i = 0; i < line.size(); ++i)
            values[std::size_t(first + std::int64_t(i) * stride)] = result[i];
    }
}

} // namespace motley
