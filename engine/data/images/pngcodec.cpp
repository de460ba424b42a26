#include "engine/data/images/pngcodec.h"

#include "engine/data/images/picturelimits.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstring>

namespace motley {

namespace {

// libpng reports errors by longjmp, so no object with a destructor is made between setjmp and the calls that may jump.
struct PngDecoder {
    std::span<const std::uint8_t> left; // not read yet
    std::array<char, 256> words{}; // of the error
    png_structp png = nullptr;
    png_infop info = nullptr;

    explicit PngDecoder(std::span<const std::uint8_t> bytes) : left(bytes)
    {
        png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, leaveDecoder, ignoreWarning);
        info = png ? png_create_info_struct(png) : nullptr;
    }
    ~PngDecoder() { png_destroy_read_struct(&png, &info, nullptr); }
    PngDecoder(const PngDecoder &) = delete;
    PngDecoder &operator=(const PngDecoder &) = delete;

    std::int64_t width() const { return png_get_image_width(png, info); }
    std::int64_t height() const { return png_get_image_height(png, info); }

    bool readHeader()
    {
        if (!info || setjmp(png_jmpbuf(png)))
            return false;
        png_set_read_fn(png, this, takeBytes);
        // Nothing is taken from what says how the numbers should look (gAMA, sRGB, iCCP), as in other programs that
        // train on pictures.
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
        png_read_info(png, info);
        return true;
    }

    // Numbers of 16 bits become their upper byte, as in Pillow; transparency is dropped.
    bool readRows(std::uint8_t *rows)
    {
        if (setjmp(png_jmpbuf(png)))
            return false;
        png_set_strip_16(png);
        png_set_palette_to_rgb(png);
        png_set_expand_gray_1_2_4_to_8(png);
        png_set_gray_to_rgb(png);
        png_set_strip_alpha(png);
        const int passes = png_set_interlace_handling(png);
        png_read_update_info(png, info);
        const auto rowBytes = std::size_t(width()) * 3;
        if (png_get_rowbytes(png, info) != rowBytes)
            png_error(png, "its rows have another length than its header says");
        for (int pass = 0; pass < passes; ++pass)
            for (std::size_t y = 0; y < std::size_t(height()); ++y)
                png_read_row(png, rows + y * rowBytes, nullptr);
        return true;
    }

private:
    [[noreturn]] static void leaveDecoder(png_structp png, png_const_charp why)
    {
        auto *decoder = static_cast<PngDecoder *>(png_get_error_ptr(png));
        std::snprintf(decoder->words.data(), decoder->words.size(), "%s", why);
        png_longjmp(png, 1);
    }

    static void ignoreWarning(png_structp, png_const_charp) { }

    static void takeBytes(png_structp png, png_bytep target, std::size_t size)
    {
        auto *decoder = static_cast<PngDecoder *>(png_get_io_ptr(png));
        if (size > decoder->left.size())
            png_error(png, "it ends too early");
        std::copy_n(decoder->left.begin(), size, target);
        decoder->left = decoder->left.subspan(size);
    }
};

Result<void> readPngHeader(PngDecoder &decoder)
{
    if (!decoder.readHeader())
        return fail("is not a readable PNG picture.", decoder.words.data());
    return checkPictureSize(decoder.width(), decoder.height());
}

// Walks from chunk to chunk without reading them: each has a length, a name, so many bytes and a checksum.
bool hasEnd(std::span<const std::uint8_t> bytes)
{
    constexpr std::size_t signature = 8;
    constexpr std::size_t around = 12;
    for (std::size_t at = signature; bytes.size() - at >= around;) {
        const std::uint32_t length = png_get_uint_32(bytes.data() + at);
        if (std::memcmp(bytes.data() + at + 4, "IEND", 4) == 0)
            return true;
        if (length > bytes.size() - at - around)
            return false;
        at += around + length;
    }
    return false;
}

} // namespace

Result<Picture> decodePng(std::span<const std::uint8_t> bytes)
{
    PngDecoder decoder(bytes);
    if (const auto good = readPngHeader(decoder); !good)
        return tl::unexpected(good.error());
    Picture picture{decoder.width(), decoder.height(), {}};
    picture.rgb.resize(std::size_t(picture.width * picture.height * 3));
    if (!decoder.readRows(picture.rgb.data()))
        return fail("is a damaged PNG picture; fetch it again or remove it.", decoder.words.data());
    return picture;
}

Result<void> checkPng(std::span<const std::uint8_t> bytes)
{
    PngDecoder decoder(bytes);
    if (const auto good = readPngHeader(decoder); !good)
        return good;
    // Some programs leave out the last chunk, so without it only the pixels tell whether they are all there.
    return hasEnd(bytes) || decodePng(bytes)
        ? Result<void>()
        : fail("is a PNG picture that was cut short; fetch it again or remove it.");
}

namespace {

struct Encoder { // libpng's simplified interface, which does not use longjmp
    png_image image{};

    Encoder() { image.version = PNG_IMAGE_VERSION; }
    ~Encoder() { png_image_free(&image); }
    Encoder(const Encoder &) = delete;
    Encoder &operator=(const Encoder &) = delete;
};

} // namespace

Result<std::vector<std::uint8_t>> encodePng(const Picture &picture)
{
    Encoder target;
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
