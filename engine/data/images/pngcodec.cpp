#include "engine/data/images/pngcodec.h"

#include "engine/data/images/picturelimits.h"

#include <png.h>

#include <algorithm>

namespace motley {

namespace {

// Uses libpng's simplified interface, which neither uses longjmp nor writes beyond the given buffer.
struct Image {
    png_image image{};

    Image() { image.version = PNG_IMAGE_VERSION; }
    ~Image() { png_image_free(&image); }
    Image(const Image &) = delete;
    Image &operator=(const Image &) = delete;
};

} // namespace

Result<Picture> decodePng(std::span<const std::uint8_t> bytes)
{
    Image source;
    if (!png_image_begin_read_from_memory(&source.image, bytes.data(), bytes.size()))
        return fail("is not a readable PNG picture.", source.image.message);
    const std::int64_t width = source.image.width;
    const std::int64_t height = source.image.height;
    if (const auto good = checkPictureSize(width, height); !good)
        return tl::unexpected(good.error());
    // The alpha channel is read too and then dropped, because libpng would otherwise blend transparent pixels with a
    // background.
    const bool hasAlpha = (source.image.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    source.image.format = hasAlpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    const auto pixels = std::size_t(width * height);
    std::vector<std::uint8_t> values(pixels * (hasAlpha ? 4 : 3));
    if (!png_image_finish_read(&source.image, nullptr, values.data(), 0, nullptr))
        return fail("is a damaged PNG picture; fetch it again or remove it.", source.image.message);
    if (hasAlpha) {
        for (std::size_t i = 1; i < pixels; ++i)
            std::copy_n(values.data() + i * 4, 3, values.data() + i * 3);
        values.resize(pixels * 3);
    }
    return Picture{width, height, std::move(values)};
}

Result<std::vector<std::uint8_t>> encodePng(const Picture &picture)
{
    Image target;
    target.image.width = png_uint_32(picture.width);
    target.image.height = png_uint_32(picture.height);
    target.image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = 0;
    if (!png_image_write_get_memory_size(target.image, size, 0, picture.rgb.data(), 0, nullptr))
        return fail("The picture cannot be written as PNG.", target.image.message);
    std::vector<std::uint8_t> bytes(size);
    if (!png_image_write_to_memory(&target.image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr))
        return fail("The picture cannot be written as PNG.", target.image.message);
    bytes.resize(size);
    return bytes;
}

} // namespace motley
