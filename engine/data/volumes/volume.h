// A block of grey voxels with the label of the object that each voxel belongs to.
#pragma once

#include "engine/data/volumes/zyx.h"

#include <vector>

namespace motley {

inline constexpr std::uint32_t noObject = 0;
inline constexpr std::uint32_t excludedLabel = 0xffffffff; // unknown: neither trained on nor counted in tests

struct Volume {
    Zyx size;
    std::vector<std::uint8_t> raw;
    std::vector<std::uint32_t> labels; // as many as raw; empty: not labelled

    Volume box(Zyx first, Zyx extent) const; // must lie inside the volume
    Volume slices(std::int64_t first, std::int64_t last) const
    {
        return box({first, 0, 0}, {last - first, size.y, size.x});
    }
};

} // namespace motley
