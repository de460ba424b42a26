#include "engine/data/images/picture.h"

#include "engine/data/images/jpegcodec.h"
#include "engine/data/images/pngcodec.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace motley {

namespace {

constexpr std::int64_t largestFile = std::int64_t(256) << 20; // bytes

Result<std::vector<std::uint8_t>> readBytes(const std::string &path)
{
    errno = 0;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file)
        return fail("Could not open " + path + ".", std::strerror(errno));
    const std::int64_t size = file.tellg();
    if (size < 0 || size > largestFile)
        return fail(path + " is no picture of at most 256 MiB.");
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(bytes.data()), size);
    if (file.gcount() != size)
        return fail("Could not read " + path + ".", std::strerror(errno));
    return bytes;
}

template <std::size_t N>
bool beginsWith(const std::vector<std::uint8_t> &bytes, const std::array<std::uint8_t, N> &magic)
{
    return bytes.size() >= N && std::equal(magic.begin(), magic.end(), bytes.begin());
}

} // namespace

Result<Picture> readPicture(const std::string &path)
{
    const auto bytes = readBytes(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    Result<Picture> picture;
    if (beginsWith(*bytes, std::array<std::uint8_t, 3>{0xff, 0xd8, 0xff}))
        picture = decodeJpeg(*bytes);
    else if (beginsWith(*bytes, std::array<std::uint8_t, 8>{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}))
        picture = decodePng(*bytes);
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
