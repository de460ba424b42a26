// Makes a synthetic volume for training without data: cells with dark walls, drawn from a seed alone, so that every
// machine makes the same one.
#pragma once

#include "engine/data/volumes/volume.h"

namespace motley {

struct SyntheticVolume {
    Zyx size{64, 64, 64};
    std::int64_t cellSpacing = 16; // mean distance of the centres of neighbouring cells, in voxels
    double noise = 14; // standard deviation in grey values
    std::uint64_t seed = 1;
};

// Voronoi cells (Voronoi 1908) of a jittered lattice, numbered from 1. The walls between them, about two voxels thick,
// are dark and have the label noObject. The image is blurred and has noise and a slowly varying background.
Volume makeVolume(const SyntheticVolume &wanted);

} // namespace motley
