// PNG by libpng.
#pragma once

#include "engine/data/images/picture.h"

#include <span>

namespace motley {

// Error messages begin with a verb: the caller puts the name of the file in front.
Result<Picture> decodePng(std::span<const std::uint8_t> bytes);
Result<void> checkPng(std::span<const std::uint8_t> bytes); // the header, and that the file was not cut short
Result<std::vector<std::uint8_t>> encodePng(const Picture &picture);

} // namespace motley
