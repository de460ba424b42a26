// JPEG by libjpeg-turbo.
#pragma once

#include "engine/data/images/picture.h"

#include <span>

namespace motley {

// Messages begin with a verb: the caller names the file.
Result<Picture> decodeJpeg(std::span<const std::uint8_t> bytes);

} // namespace motley
