// Resamples a part of a picture to another size.
#pragma once

#include "engine/data/images/picture.h"

#include <span>

namespace motley {

struct Cutout { // in pixels of the picture; edges may lie between pixels
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;
};

// Writes the cutout resampled to width x height pixels: three planes (red, green, blue) of floats from 0 to 255.
// Bilinear when enlarging; when shrinking, a triangle filter as wide as a pixel of the result, which avoids aliasing.
void resample(const Picture &picture, Cutout cutout, std::int64_t width, std::int64_t height, std::span<float> planes);

} // namespace motley
