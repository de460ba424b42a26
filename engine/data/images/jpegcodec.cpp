#include "engine/data/images/jpegcodec.h"

#include "engine/data/images/picturelimits.h"

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

struct Decoder {
    jpeg_decompress_struct info{};
    jpeg_progress_mgr progress{};
    Failure failure;

    Decoder()
    {
        info.err = jpeg_std_error(&failure.manager);
        failure.manager.error_exit = leave;
        failure.manager.emit_message = onMessage;
    }
    ~Decoder() { jpeg_destroy_decompress(&info); }
    Decoder(const Decoder &) = delete;
    Decoder &operator=(const Decoder &) = delete;

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

    bool readRows(std::uint8_t *rows)
    {
        if (setjmp(failure.jump))
            return false;
        info.out_color_space = JCS_RGB;
        jpeg_start_decompress(&info);
        while (info.output_scanline < info.output_height) {
            JSAMPROW row = rows + std::size_t(info.output_scanline) * info.output_width * 3;
            jpeg_read_scanlines(&info, &row, 1);
        }
        jpeg_finish_decompress(&info);
        return true;
    }
};

} // namespace

Result<Picture> decodeJpeg(std::span<const std::uint8_t> bytes)
{
    Decoder decoder;
    if (!decoder.readHeader(bytes))
        return fail("is not a readable JPEG picture.", decoder.failure.words);
    if (decoder.info.num_components == 4)
        return fail("is a JPEG picture in printing colours (CMYK); convert it to RGB.");
    const std::int64_t width = decoder.info.image_width;
    const std::int64_t height = decoder.info.image_height;
    if (const auto good = checkPictureSize(width, height); !good)
        return tl::unexpected(good.error());
    Picture picture{width, height, std::vector<std::uint8_t>(std::size_t(width * height * 3))};
    if (!decoder.readRows(picture.rgb.data()))
        return fail("is a damaged JPEG picture; fetch it again or remove it.", decoder.failure.words);
    return picture;
}

} // namespace motley
