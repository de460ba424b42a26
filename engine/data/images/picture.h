// A colour picture in memory, and how it comes from a file and goes to one.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct Picture {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::vector<std::uint8_t> rgb; // 3 bytes a pixel, row by row from the top

    bool operator==(const Picture &) const = default;
};

// JPEG or PNG, told apart by content; grey and other colours become RGB, transparency is dropped. At most 16,384 pixels
// along a side and 100 megapixels. A file that is cut off or damaged is refused. Errors name the file.
Result<Picture> readPicture(const std::string &path);

Result<void> writePng(const std::string &path, const Picture &picture);

} // namespace motley
