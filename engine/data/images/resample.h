// A part of a picture at another size.
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

// The cutout as width x height pixels: three planes (red, green, blue) of floats from 0 to 255. Bilinear, and where it
// shrinks, a triangle as wide as the pixels of the source that fall into one: no moire.
void resample(const Picture &picture, Cutout cutout, std::int64_t width, std::int64_t height, std::span<float> planes);

} // namespace motley
