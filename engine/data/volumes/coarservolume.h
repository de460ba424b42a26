// A volume with fewer, larger voxels: what surrounds a voxel then takes less computing to see.
#pragma once

#include "engine/data/volumes/volume.h"

namespace motley {

// Cubes of factor^3 voxels become one: its grey value is their mean, its label the one that most of them have (of
// equally many the lowest). The first cube begins at `first`; what is left over at the far ends is left out.
Volume coarser(const Volume &fine, std::int64_t factor, Zyx first = {});

// The labels of the coarse volume for the voxels of a fine one of that size; at the far ends the nearest ones go on.
std::vector<std::uint32_t> finerLabels(
    const std::vector<std::uint32_t> &labels, Zyx coarse, std::int64_t factor, Zyx fine);

} // namespace motley
