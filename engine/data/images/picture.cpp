#include "engine/data/images/picture.h"

#include "engine/base/textfile.h"
#include "engine/data/images/jpegcodec.h"
#include "engine/data/images/pngcodec.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>

namespace motley {

namespace {

constexpr std::size_t largestFile = std::size_t(256) << 20; // bytes

template <std::size_t N>
bool beginsWith(std::span<const std::uint8_t> bytes, const std::array<std::uint8_t, N> &magic)
{
    return bytes.size() >= N && std::equal(magic.begin(), magic.end(), bytes.begin());
}

} // namespace

Result<Picture> readPicture(const std::string &path)
{
    const auto file = readTextFile(path, largestFile);
    if (!file)
        return tl::unexpected(file.error());
    const std::span bytes(reinterpret_cast<const std::uint8_t *>(file->data()), file->size());
    Result<Picture> picture;
    if (beginsWith(bytes, std::array<std::uint8_t, 3>{0xff, 0xd8, 0xff}))
        picture = decodeJpeg(bytes);
    else if (beginsWith(bytes, std::array<std::uint8_t, 8>{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}))
        picture = decodePng(bytes);
    else
        return fail(path + " is neither a JPEG nor a PNG picture.");
    if (!picture)
        return fail(path + " " + picture.error().message, picture.error().detail);
    return picture;
}

Result<void> writePng(const std::string &path, const Picture &picture)
{
    const auto bytes = encodePng(picture);
    if (!bytes)
        return fail("Could not write " + path + ".", bytes.error().detail);
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char *>(bytes->data()), std::streamsize(bytes->size()));
    file.close();
    if (!file)
        return fail("Could not write " + path + ".", std::strerror(errno));
    return {};
}

} // namespace motley
