// A volume to train on where there is none: cells with dark walls, drawn from a seed alone, so that every machine makes
// the same one.
#pragma once

#include "engine/data/volumes/volume.h"

namespace motley {

struct SyntheticVolume {
    Zyx size{64, 64, 64};
    std::int64_t cellSpacing = 16; // voxels between the middles of neighbouring cells, about
    double noise = 14; // standard deviation, grey values
    std::uint64_t seed = 1;
};

// Voronoi cells (Voronoi 1908) of the points of a jittered lattice, numbered from 1; the walls between them, about two
// voxels thick, are dark and belong to no cell. Blurred, with noise and a slowly changing background.
Volume makeVolume(const SyntheticVolume &wanted);

} // namespace motley
