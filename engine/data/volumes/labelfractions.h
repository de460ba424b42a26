// How much of its surroundings belongs to the same object as a voxel, in classes. Most voxels of a volume lie deep
// inside large objects; drawing examples evenly from these classes shows a network thin and thick parts alike.
#pragma once

#include "engine/data/volumes/volume.h"

#include <array>

namespace motley {

// Class 1 lies below the first threshold, class 13 at or above the last one.
inline constexpr std::array<double, 12> fractionThresholds{.025, .05, .075, .1, .2, .3, .4, .5, .6, .7, .8, .9};
inline constexpr std::uint8_t fractionClasses = 13;
inline constexpr std::uint8_t noClass = 0; // no object, too small a one, or too near to the rim of the volume
inline constexpr std::uint8_t excludedClass = 255;

// One class a voxel. The surroundings are the voxels up to `reach` away along each axis; objects of fewer than
// `smallestObject` voxels are passed over.
std::vector<std::uint8_t> classifyByFraction(const Volume &volume, Zyx reach, std::int64_t smallestObject);

} // namespace motley
