// Classes of voxels by the fraction of their surroundings that belongs to the same object. Most voxels lie deep inside
// large objects; drawing examples evenly from the classes trains a network on thin and thick parts alike.
#pragma once

#include "engine/data/volumes/volume.h"

#include <array>

namespace motley {

// Class 1 contains fractions below the first threshold, class 13 those from the last one on.
inline constexpr std::array<double, 12> fractionThresholds{.025, .05, .075, .1, .2, .3, .4, .5, .6, .7, .8, .9};
inline constexpr std::uint8_t fractionClasses = 13;
inline constexpr std::uint8_t noClass = 0; // no object, a too small one, or too close to the border of the volume
inline constexpr std::uint8_t excludedClass = 255; // voxels with excludedLabel

// The class of each voxel. The surroundings are all voxels up to `reach` away along each axis; objects of fewer than
// `smallestObject` voxels get noClass.
std::vector<std::uint8_t> classifyByFraction(const Volume &volume, Zyx reach, std::int64_t smallestObject);

} // namespace motley
