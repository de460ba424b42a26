// PNG by libpng.
#pragma once

#include "engine/data/images/picture.h"

#include <span>

namespace motley {

// Messages begin with a verb: the caller names the file.
Result<Picture> decodePng(std::span<const std::uint8_t> bytes);
Result<std::vector<std::uint8_t>> encodePng(const Picture &picture);

} // namespace motley
