// Draws slices of a volume beside their segmentations as one picture.
#pragma once

#include "engine/data/images/picture.h"
#include "engine/data/volumes/volume.h"

namespace motley {

// `slices` evenly spaced slices along z, one below the other: on the left the image, then for each labelling (one label
// per voxel) the image with its objects in colours that depend only on their labels. Errors: more than 16,384 pixels
// along a side.
Result<Picture> drawSegments(
    const Volume &volume, const std::vector<std::vector<std::uint32_t>> &labellings, std::int64_t slices);

} // namespace motley
