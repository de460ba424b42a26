// Limits of the size of a picture, checked before memory is allocated for it.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>

namespace motley {

inline constexpr std::int64_t longestPictureSide = 16384; // pixels
inline constexpr std::int64_t mostPicturePixels = 100'000'000;

inline Result<void> checkPictureSize(std::int64_t width, std::int64_t height)
{
    if (width < 1 || height < 1 || width > longestPictureSide || height > longestPictureSide
        || width * height > mostPicturePixels)
        return fail("claims to be " + std::to_string(width) + " by " + std::to_string(height)
            + " pixels; at most 16384 along a side and 100 million in all are read.");
    return {};
}

} // namespace motley
