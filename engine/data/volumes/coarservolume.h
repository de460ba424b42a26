// Downsamples a volume, so that a network sees a larger region with the same computation.
#pragma once

#include "engine/data/volumes/volume.h"

namespace motley {

// Each cube of factor^3 voxels becomes one voxel with its mean grey value and its most frequent label (of equally
// frequent ones the lowest). The first cube begins at `first`; incomplete cubes at the far ends are left out.
Volume coarser(const Volume &fine, std::int64_t factor, Zyx first = {});

// Upsamples the labels of a coarse volume to a fine one of the size `fine`; incomplete cubes at the far ends get the
// nearest labels.
std::vector<std::uint32_t> finerLabels(
    const std::vector<std::uint32_t> &labels, Zyx coarse, std::int64_t factor, Zyx fine);

} // namespace motley
