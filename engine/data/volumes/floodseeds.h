// Finds seeds for flood filling: voxels that are as far as possible from the edges in the image.
#pragma once

#include "engine/data/volumes/volume.h"

namespace motley {

// Edges are voxels whose gradient (Sobel) is above its own mean in the neighbourhood (a Gaussian of 49 / 6 voxels);
// seeds are the peaks of the distance from edges, at least 4 voxels apart along some axis, the most distant ones first.
std::vector<Zyx> findSeeds(const Volume &volume);

} // namespace motley
