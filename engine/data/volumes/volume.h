// A block of grey voxels and the object that each of them belongs to.
#pragma once

#include "engine/data/volumes/zyx.h"

#include <vector>

namespace motley {

inline constexpr std::uint32_t noObject = 0;
inline constexpr std::uint32_t excludedLabel = 0xffffffff; // nobody knows: neither learnt from nor counted

struct Volume {
    Zyx size;
    std::vector<std::uint8_t> raw;
    std::vector<std::uint32_t> labels; // as many as raw, or none where nobody has labelled it

    Volume box(Zyx first, Zyx extent) const; // must lie inside
    Volume slices(std::int64_t first, std::int64_t last) const
    {
        return box({first, 0, 0}, {last - first, size.y, size.x});
    }
};

} // namespace motley
