// The exact Euclidean distance transform of Felzenszwalb and Huttenlocher (2012).
#pragma once

#include "engine/data/volumes/zyx.h"

#include <span>
#include <vector>

namespace motley {

// The distance of every voxel from the nearest marked one, in voxels; infinite if none is marked.
std::vector<float> distanceTransform(Zyx size, std::span<const std::uint8_t> marks);

} // namespace motley
