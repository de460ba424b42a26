// How far every voxel is from the nearest marked one, exactly: Felzenszwalb and Huttenlocher (2012).
#pragma once

#include "engine/data/volumes/zyx.h"

#include <span>
#include <vector>

namespace motley {

// Euclidean, in voxels; 0 on marks. Without any mark all distances are infinite.
std::vector<float> distanceTransform(Zyx size, std::span<const std::uint8_t> marks);

} // namespace motley
