// Pictures of a test's examples, small enough for an event.
#pragma once

#include <ATen/core/Tensor.h>

#include <string>

namespace motley {

constexpr std::int64_t largestExampleSide = 64; // pixels; larger pictures are shrunk

// `levels`: [1 or 3, height, width], grey or red, green and blue, from 0 to 255. A PNG file as base64.
std::string examplePicture(const at::Tensor &levels);

} // namespace motley
