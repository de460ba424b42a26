// Pictures for tests.
#pragma once

#include "engine/data/images/picture.h"

#include <QFile>
#include <QTest>

#include <cstdio>

#include <jpeglib.h>

namespace motley {

// A smooth picture: red grows to the right, green downward.
inline Picture gradient(std::int64_t width, std::int64_t height, int blue = 90)
{
    Picture picture{width, height, {}};
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
            picture.rgb.push_back(std::uint8_t(40 + 160 * x / width));
            picture.rgb.push_back(std::uint8_t(40 + 160 * y / height));
            picture.rgb.push_back(std::uint8_t(blue));
        }
    }
    return picture;
}

struct JpegColours {
    J_COLOR_SPACE given = JCS_RGB;
    J_COLOR_SPACE stored = JCS_YCbCr;
    int components = 3;
};

inline QByteArray jpegBytes(const Picture &picture, const JpegColours &colours = {})
{
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char *bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = JDIMENSION(picture.width);
    info.image_height = JDIMENSION(picture.height);
    info.input_components = colours.components;
    info.in_color_space = colours.given;
    jpeg_set_defaults(&info);
    jpeg_set_colorspace(&info, colours.stored);
    jpeg_set_quality(&info, 95, TRUE);
    jpeg_start_compress(&info, TRUE);
    std::vector<std::uint8_t> rows = picture.rgb;
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = rows.data() + std::size_t(info.next_scanline) * rows.size() / std::size_t(picture.height);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    const QByteArray result(reinterpret_cast<char *>(bytes), qsizetype(size));
    jpeg_destroy_compress(&info);
    free(bytes);
    return result;
}

inline void store(const std::string &path, const QByteArray &bytes)
{
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace motley
