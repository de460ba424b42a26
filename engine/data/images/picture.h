// A colour picture in memory, read from a JPEG or PNG file and written to PNG.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct Picture {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::vector<std::uint8_t> rgb; // 3 bytes per pixel, row by row from the top

    bool operator==(const Picture &) const = default;
};

// Reads a JPEG or PNG, detected by content. Grey, CMYK and 16 bits a colour become RGB of 8 bits, with the numbers of
// Pillow; transparency and what a file says of gamma or colour profile are dropped. Errors name the file: of another
// kind, larger than 16,384 pixels along a side or 100 megapixels, truncated or damaged.
Result<Picture> readPicture(const std::string &path);

// Finds what readPicture() would refuse, except damage within the pixels, by a look at the header and at the end.
Result<void> checkPicture(const std::string &path);

Result<void> writePng(const std::string &path, const Picture &picture);

} // namespace motley
