// JPEG by libjpeg-turbo.
#pragma once

#include "engine/data/images/picture.h"

#include <span>

namespace motley {

// Error messages begin with a verb: the caller puts the name of the file in front.
Result<Picture> decodeJpeg(std::span<const std::uint8_t> bytes);

} // namespace motley
