// JPEG by libjpeg-turbo.
#pragma once

#include "engine/data/images/picture.h"

#include <span>

namespace motley {

// Error messages begin with a verb: the caller puts the name of the file in front.
Result<Picture> decodeJpeg(std::span<const std::uint8_t> bytes); // CMYK is converted as Pillow does
Result<void> checkJpeg(std::span<const std::uint8_t> bytes); // the header, and that the file was not cut short

} // namespace motley
