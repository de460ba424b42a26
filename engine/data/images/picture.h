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

// Reads a JPEG or PNG, detected by content. Grey and other colour spaces become RGB, transparency is dropped. Errors
// name the file: larger than 16,384 pixels along a side or 100 megapixels, truncated or damaged.
Result<Picture> readPicture(const std::string &path);

Result<void> writePng(const std::string &path, const Picture &picture);

} // namespace motley
