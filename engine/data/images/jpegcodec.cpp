#include "engine/data/images/jpegcodec.h"

#include "engine/data/images/picturelimits.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio> // jpeglib.h needs FILE

#include <jpeglib.h>

#include <jerror.h>

namespace motley {

namespace {

// Each scan of a progressive JPEG processes the whole picture, so a small file with thousands of scans would take
// hours.
constexpr int mostScans = 100; // encoders write about ten

// libjpeg reports errors by longjmp, so no object with a destructor is made between setjmp and the calls that may jump.
struct Failure {
    jpeg_error_mgr manager{}; // must be first: libjpeg passes its address to the callbacks
    std::jmp_buf jump{};
    char words[JMSG_LENGTH_MAX]{};
};

[[noreturn]] void leave(j_common_ptr info)
{
    auto *failure = reinterpret_cast<Failure *>(info->err);
    failure->manager.format_message(info, failure->words);
    std::longjmp(failure->jump, 1);
}

// Treats damaged data as an error, which libjpeg would only warn about and fill with grey. Other warnings are harmless:
// cameras and editors leave stray bytes between the segments of a file.
void onMessage(j_common_ptr info, int level)
{
    const int code = info->err->msg_code;
    if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE))
        leave(info);
}

void countScans(j_common_ptr info)
{
    if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= mostScans)
        return;
    auto *failure = reinterpret_cast<Failure *>(info->err);
    std::snprintf(failure->words, sizeof failure->words, "It has more than %d scans.", mostScans);
    std::longjmp(failure->jump, 1);
}

// Colours as Pillow converts them: Adobe's programs, which write nearly all of these files, store the inks inverted.
void writeScreenColours(const std::uint8_t *inks, std::size_t pixels, std::uint8_t *rgb)
{
    const auto product = [](int a, int b) { // of two parts of 255
        const int rounded = a * b + 128;
        return (rounded + (rounded >> 8)) >> 8;
    };
    for (std::size_t i = 0; i < pixels; ++i, inks += 4)
        for (std::size_t colour = 0; colour < 3; ++colour)
            *rgb++ = std::uint8_t(std::max(inks[3] - product(255 - inks[colour], inks[3]), 0));
}

struct JpegDecoder {
    jpeg_decompress_struct info{};
    jpeg_progress_mgr progress{};
    Failure failure;

    JpegDecoder()
    {
        info.err = jpeg_std_error(&failure.manager);
        failure.manager.error_exit = leave;
        failure.manager.emit_message = onMessage;
    }
    ~JpegDecoder() { jpeg_destroy_decompress(&info); }
    JpegDecoder(const JpegDecoder &) = delete;
    JpegDecoder &operator=(const JpegDecoder &) = delete;

    bool readHeader(std::span<const std::uint8_t> bytes)
    {
        if (setjmp(failure.jump))
            return false;
        jpeg_create_decompress(&info);
        progress.progress_monitor = countScans;
        info.progress = &progress;
        jpeg_mem_src(&info, bytes.data(), static_cast<unsigned long>(bytes.size()));
        jpeg_read_header(&info, TRUE);
        return true;
    }

    bool isPrinted() const { return info.num_components == 4; } // CMYK, or YCCK, which libjpeg makes CMYK of

    // `rows`: RGB. `printed`: room for a row of CMYK if isPrinted().
    bool readRows(std::uint8_t *rows, std::uint8_t *printed)
    {
        if (setjmp(failure.jump))
            return false;
        info.out_color_space = isPrinted() ? JCS_CMYK : JCS_RGB;
        jpeg_start_decompress(&info);
        while (info.output_scanline < info.output_height) {
            std::uint8_t *rgb = rows + std::size_t(info.output_scanline) * info.output_width * 3;
            JSAMPROW row = isPrinted() ? printed : rgb;
            jpeg_read_scanlines(&info, &row, 1);
            if (isPrinted())
                writeScreenColours(printed, info.output_width, rgb);
        }
        jpeg_finish_decompress(&info);
        return true;
    }
};

Result<void> readJpegHeader(JpegDecoder &decoder, std::span<const std::uint8_t> bytes)
{
    if (!decoder.readHeader(bytes))
        return fail("is not a readable JPEG picture.", decoder.failure.words);
    const int components = decoder.info.num_components;
    if (components != 1 && components != 3 && components != 4)
        return fail("is a JPEG picture of " + std::to_string(components) + " colours; 1, 3 or 4 are read.");
    return checkPictureSize(decoder.info.image_width, decoder.info.image_height);
}

} // namespace

Result<Picture> decodeJpeg(std::span<const std::uint8_t> bytes)
{
    JpegDecoder decoder;
    if (const auto good = readJpegHeader(decoder, bytes); !good)
        return tl::unexpected(good.error());
    Picture picture{decoder.info.image_width, decoder.info.image_height, {}};
    picture.rgb.resize(std::size_t(picture.width * picture.height * 3));
    std::vector<std::uint8_t> printed(decoder.isPrinted() ? std::size_t(picture.width * 4) : 0);
    if (!decoder.readRows(picture.rgb.data(), printed.data()))
        return fail("is a damaged JPEG picture; fetch it again or remove it.", decoder.failure.words);
    return picture;
}

Result<void> checkJpeg(std::span<const std::uint8_t> bytes)
{
    JpegDecoder decoder;
    if (const auto good = readJpegHeader(decoder, bytes); !good)
        return good;
    // The marker of the end does not occur in compressed data. It is looked for from the end, as cameras put films and
    // smaller pictures behind it.
    const std::array<std::uint8_t, 2> end{0xff, JPEG_EOI};
    const auto data = bytes.last(decoder.info.src->bytes_in_buffer);
    const bool isWhole = std::find_end(data.begin(), data.end(), end.begin(), end.end()) != data.end();
    return isWhole ? Result<void>() : fail("is a JPEG picture that was cut short; fetch it again or remove it.");
}

} // namespace motley
