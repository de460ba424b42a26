// Slices of a volume beside what was found in them, as one picture.
#pragma once

#include "engine/data/images/picture.h"
#include "engine/data/volumes/volume.h"

namespace motley {

// `slices` slices at even distances along z, one below the other: left the image, then for each labelling (as many
// labels as voxels) the image with its objects in colours that depend on their numbers alone. At most 16,384 pixels
// along a side.
Result<Picture> drawSegments(
    const Volume &volume, const std::vector<std::vector<std::uint32_t>> &labellings, std::int64_t slices);

} // namespace motley
