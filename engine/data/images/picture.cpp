#include "engine/data/images/picture.h"

#include "engine/base/durablefile.h"
#include "engine/base/mappedfile.h"
#include "engine/base/textfile.h"
#include "engine/data/images/jpegcodec.h"
#include "engine/data/images/pngcodec.h"

#include <array>
#include <span>
#include <string_view>

namespace motley {

namespace {

constexpr std::size_t largestFile = std::size_t(256) << 20; // bytes

struct Magic {
    std::size_t at; // in the file
    std::string_view bytes;
    const char *name;
};

constexpr std::array<Magic, 10> otherKinds{{
    {0, "GIF8", "GIF"},
    {0, "BM", "BMP"},
    {8, "WEBP", "WebP"},
    {0, std::string_view("II*\0", 4), "TIFF"},
    {0, std::string_view("MM\0*", 4), "TIFF"},
    {4, "ftypavif", "AVIF"},
    {4, "ftyp", "HEIF"},
    {4, "jP  ", "JPEG 2000"},
    {0, "\xff\x0a", "JPEG XL"},
    {4, "JXL ", "JPEG XL"},
}};

// How a file of another kind is refused, which often has a name that ends like a JPEG's.
tl::unexpected<Error> refuseKind(std::string_view bytes)
{
    for (const Magic &kind : otherKinds)
        if (bytes.size() > kind.at && bytes.substr(kind.at).starts_with(kind.bytes))
            return fail(
                std::string("is a ") + kind.name + " picture, neither a JPEG nor a PNG; convert it or remove it.");
    return fail("is neither a JPEG nor a PNG picture; remove it.");
}

// Hands the bytes to the functions of their kind, and puts the name of the file in front of errors.
template <typename T>
using OfBytes = Result<T> (*)(std::span<const std::uint8_t>);

template <typename T>
Result<T> byKind(const std::string &path, std::string_view file, OfBytes<T> jpeg, OfBytes<T> png)
{
    const std::span bytes(reinterpret_cast<const std::uint8_t *>(file.data()), file.size());
    const Result<T> done = file.starts_with("\xff\xd8\xff") ? jpeg(bytes)
        : file.starts_with("\x89PNG\r\n\x1a\n")             ? png(bytes)
                                                            : refuseKind(file);
    if (!done)
        return fail(path + " " + done.error().message, done.error().detail);
    return done;
}

} // namespace

Result<Picture> readPicture(const std::string &path)
{
    const auto file = readTextFile(path, largestFile);
    if (!file)
        return tl::unexpected(file.error());
    return byKind(path, *file, decodeJpeg, decodePng);
}

Result<void> checkPicture(const std::string &path)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    if (file->bytes().size() > largestFile)
        return fail(path + " is longer than 256 MiB and so not what it should be.");
    return byKind(path, file->bytes(), checkJpeg, checkPng);
}

Result<void> writePng(const std::string &path, const Picture &picture)
{
    const auto bytes = encodePng(picture);
    if (!bytes)
        return fail("Could not write " + path + ".", bytes.error().detail);
    return writeDurably(path, {reinterpret_cast<const char *>(bytes->data()), bytes->size()});
}

} // namespace motley
