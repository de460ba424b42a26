#include "picturefixture.h"
#include "tests/fixtures/referencepython.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <array>

#include <zlib.h>

using namespace motley;

class TestPictureFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsAPngExactly();
    void readsAJpegNearly();
    void readsAPngAsPillowDoes_data();
    void readsAPngAsPillowDoes();
    void convertsPrintingColours_data();
    void convertsPrintingColours();
    void refusesBrokenPictures_data();
    void refusesBrokenPictures();

private:
    std::string path(const QString &name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

namespace {

void addChunk(QByteArray &png, const QByteArray &nameAndData)
{
    const auto bigEndian = [&](std::uint32_t number) {
        for (int shift = 24; shift >= 0; shift -= 8)
            png.append(char(number >> shift));
    };
    bigEndian(std::uint32_t(nameAndData.size() - 4));
    png.append(nameAndData);
    bigEndian(std::uint32_t(crc32(0, reinterpret_cast<const Bytef *>(nameAndData.data()), uInt(nameAndData.size()))));
}

// A PNG of one row.
QByteArray pngBytes(int width, int depth, int colourType, const QByteArray &row, const QList<QByteArray> &chunks = {})
{
    QByteArray png("\x89PNG\r\n\x1a\n");
    QByteArray header("IHDR\0\0\0", 7);
    header.append(char(width)).append(QByteArray("\0\0\0\1", 4)).append(char(depth)).append(char(colourType));
    addChunk(png, header.append(3, '\0'));
    for (const QByteArray &chunk : chunks)
        addChunk(png, chunk);
    addChunk(png, "IDAT" + qCompress(QByteArray(1, '\0') + row).mid(4));
    addChunk(png, "IEND");
    return png;
}

QByteArray contentOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void TestPictureFiles::keepsAPngExactly()
{
    const Picture picture = gradient(37, 21);
    QVERIFY(writePng(path("exact.png"), picture));
    const auto read = readPicture(path("exact.png"));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QVERIFY(*read == picture);
    QVERIFY(!writePng(path("no/such/folder.png"), picture));
}

void TestPictureFiles::readsAJpegNearly()
{
    const Picture picture = gradient(40, 24);
    store(path("near.jpg"), jpegBytes(picture));
    const auto read = readPicture(path("near.jpg"));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->width, 40);
    QCOMPARE(read->height, 24);
    for (std::size_t i = 0; i < picture.rgb.size(); ++i)
        QVERIFY(std::abs(int(read->rgb[i]) - int(picture.rgb[i])) < 8);
}

// The expected numbers are those of Pillow's convert("RGB") (tests/oracles), but for 16-bit grey, which Pillow clips:
// it is read as the same grey in 16-bit RGB.
void TestPictureFiles::readsAPngAsPillowDoes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("rgb");
    enum { Grey = 0, Rgb = 2, Palette = 3, GreyAlpha = 4, Rgba = 6 };
    const auto greys = [](std::initializer_list<int> values) {
        QByteArray rgb;
        for (const int value : values)
            rgb.append(3, char(value));
        return rgb;
    };
    const auto bytes = [](std::initializer_list<int> values) {
        QByteArray all;
        for (const int value : values)
            all.append(char(value));
        return all;
    };
    const QByteArray gamma("gAMA\0\1\x86\xa0", 8); // 1.0
    const QByteArray smallGamma("gAMA\0\0\xb1\x8f", 8); // 1 / 2.2
    const QByteArray standard("sRGB\0", 5);
    const QByteArray wide = bytes({0x6e, 0x6e, 0x00, 0xff, 0xff, 0x00}); // 28270, 255 and 65280
    QTest::addRow("8-bit grey") << pngBytes(1, 8, Grey, bytes({110})) << greys({110});
    QTest::addRow("8-bit grey, gAMA 1.0") << pngBytes(1, 8, Grey, bytes({110}), {gamma}) << greys({110});
    QTest::addRow("8-bit grey, gAMA 1/2.2") << pngBytes(1, 8, Grey, bytes({110}), {smallGamma}) << greys({110});
    QTest::addRow("8-bit grey, sRGB") << pngBytes(1, 8, Grey, bytes({110}), {standard}) << greys({110});
    QTest::addRow("16-bit grey") << pngBytes(3, 16, Grey, wide) << greys({110, 0, 255});
    QTest::addRow("16-bit grey, sRGB") << pngBytes(3, 16, Grey, wide, {standard}) << greys({110, 0, 255});
    QTest::addRow("16-bit grey, gAMA 1.0") << pngBytes(3, 16, Grey, wide, {gamma}) << greys({110, 0, 255});
    QTest::addRow("16-bit RGB") << pngBytes(1, 16, Rgb, wide) << bytes({110, 0, 255});
    QTest::addRow("16-bit RGB, gAMA 1/2.2") << pngBytes(1, 16, Rgb, wide, {smallGamma}) << bytes({110, 0, 255});
    QTest::addRow("16-bit grey and alpha") << pngBytes(1, 16, GreyAlpha, bytes({0x6e, 0x6e, 1, 2})) << greys({110});
    QTest::addRow("16-bit RGBA") << pngBytes(1, 16, Rgba, wide + bytes({0, 0})) << bytes({110, 0, 255});
    QTest::addRow("RGBA") << pngBytes(2, 8, Rgba, bytes({10, 20, 30, 0, 40, 50, 60, 128}))
                          << bytes({10, 20, 30, 40, 50, 60});
    QTest::addRow("grey with a transparent grey")
        << pngBytes(2, 8, Grey, bytes({110, 111}), {QByteArray("tRNS\0\x6e", 6)}) << greys({110, 111});
    QTest::addRow("1-bit grey") << pngBytes(8, 1, Grey, bytes({0b10110010})) << greys({255, 0, 255, 255, 0, 0, 255, 0});
    QTest::addRow("2-bit grey") << pngBytes(4, 2, Grey, bytes({0b11100100})) << greys({255, 170, 85, 0});
    QTest::addRow("4-bit grey") << pngBytes(2, 4, Grey, bytes({0b10110010})) << greys({187, 34});
    QTest::addRow("palette with transparency")
        << pngBytes(2, 8, Palette, bytes({1, 0}), {"PLTE" + bytes({10, 20, 30, 40, 50, 60}), "tRNS" + bytes({0, 128})})
        << bytes({40, 50, 60, 10, 20, 30});
}

void TestPictureFiles::readsAPngAsPillowDoes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, rgb);
    store(path("pillow.png"), bytes);
    const auto read = readPicture(path("pillow.png"));
    QVERIFY2(read, read ? "" : (read.error().message + read.error().detail).c_str());
    QCOMPARE(QByteArray(reinterpret_cast<const char *>(read->rgb.data()), qsizetype(read->rgb.size())), rgb);
    QVERIFY(checkPicture(path("pillow.png")));
    store(path("pillow.png"), bytes.chopped(12)); // without the chunk that ends the file, as Pillow takes it too
    QVERIFY(readPicture(path("pillow.png")));
    QVERIFY(checkPicture(path("pillow.png")));
}

void TestPictureFiles::convertsPrintingColours_data()
{
    QTest::addColumn<int>("stored");
    QTest::addRow("CMYK") << int(JCS_CMYK);
    QTest::addRow("YCCK") << int(JCS_YCCK);
}

// Pillow makes (118, 59, 29) of these inks, which files store inverted.
void TestPictureFiles::convertsPrintingColours()
{
    QFETCH(int, stored);
    Picture inks{16, 16, {}};
    for (int i = 0; i < 256; ++i)
        inks.rgb.insert(inks.rgb.end(), {200, 100, 50, 150});
    store(path("inks.jpg"), jpegBytes(inks, {JCS_CMYK, J_COLOR_SPACE(stored), 4}));
    QVERIFY(checkPicture(path("inks.jpg")));
    const auto read = readPicture(path("inks.jpg"));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->rgb.size(), std::size_t(16 * 16 * 3));
    const std::array<int, 3> expected{118, 59, 29};
    for (std::size_t i = 0; i < read->rgb.size(); ++i)
        QVERIFY2(std::abs(int(read->rgb[i]) - expected[i % 3]) <= 2, qPrintable(QString::number(read->rgb[i])));
}

void TestPictureFiles::refusesBrokenPictures_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("beforehand"); // what the check says; empty: it finds nothing
    const QByteArray jpeg = jpegBytes(gradient(40, 24));
    QVERIFY(writePng(path("whole.png"), gradient(40, 24)));
    const QByteArray png = contentOf(path("whole.png"));
    QByteArray hugeJpeg = jpeg;
    const qsizetype frame = hugeJpeg.indexOf(QByteArray("\xff\xc0\x00\x11\x08", 5));
    QVERIFY(frame > 0);
    hugeJpeg.replace(frame + 5, 4, QByteArray("\xff\x00\xff\x00", 4));
    QByteArray hugePng = png;
    hugePng.replace(
        16, 8, QByteArray("\x00\x0f\x00\x00\x00\x0f\x00\x00", 8)); // libpng finds a wrong checksum or a wrong size
    QByteArray garbledPng = png;
    garbledPng[png.size() / 2] = char(garbledPng[png.size() / 2] ^ 0x55);
    QTest::addRow("empty") << QByteArray() << "neither a JPEG nor a PNG"
                           << "neither a JPEG nor a PNG";
    QTest::addRow("text") << QByteArray("hello, world") << "neither a JPEG nor a PNG"
                          << "neither a JPEG nor a PNG";
    QTest::addRow("GIF") << QByteArray("GIF89a\1\0\1\0", 10) << "is a GIF picture"
                         << "is a GIF picture";
    QTest::addRow("WebP") << QByteArray("RIFF\x10\0\0\0WEBPVP8 ", 16) << "is a WebP picture"
                          << "is a WebP picture";
    QTest::addRow("JPEG cut in its header") << jpeg.left(60) << "JPEG"
                                            << "not a readable JPEG";
    QTest::addRow("JPEG cut in its pixels") << jpeg.left(jpeg.size() * 3 / 4) << "damaged JPEG"
                                            << "cut short";
    QTest::addRow("JPEG without its end") << jpeg.chopped(2) << "damaged JPEG"
                                          << "cut short";
    QTest::addRow("JPEG of 4 gigapixels") << hugeJpeg << "at most"
                                          << "at most";
    QTest::addRow("JPEG marker alone") << QByteArray("\xff\xd8\xff", 3) << "not a readable JPEG"
                                       << "not a readable JPEG";
    QTest::addRow("PNG cut in its header") << png.left(20) << "not a readable PNG"
                                           << "not a readable PNG";
    QTest::addRow("PNG cut in its pixels") << png.left(png.size() * 2 / 3) << "damaged PNG"
                                           << "cut short";
    QTest::addRow("PNG with a wrong bit") << garbledPng << "damaged PNG"
                                          << "";
    QTest::addRow("PNG of 966 gigapixels") << hugePng << "PNG"
                                           << "PNG";
}

void TestPictureFiles::refusesBrokenPictures()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    store(path("broken"), bytes);
    const auto read = readPicture(path("broken"));
    QVERIFY(!read);
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY2(message.startsWith(QString::fromStdString(path("broken"))), qPrintable(message));
    QVERIFY2(message.contains(words), qPrintable(message));

    QFETCH(QString, beforehand);
    const auto checked = checkPicture(path("broken"));
    QCOMPARE(checked.has_value(), beforehand.isEmpty());
    const QString found = checked ? QString() : QString::fromStdString(checked.error().message);
    QVERIFY2(found.contains(beforehand), qPrintable(found));
}

class AgainstPillow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheSamePixels();
};

void AgainstPillow::readsTheSamePixels()
{
    const QTemporaryDir folder;
    saidByReference({MOTLEY_TESTS "/reference/pictures.py", folder.path()});
    const QStringList pictures = QDir(folder.path()).entryList({"*.png", "*.jpg"});
    QVERIFY(pictures.size() > 40);
    for (const QString &name : pictures) {
        const auto read = readPicture(folder.filePath(name).toStdString());
        QVERIFY2(read, qPrintable(name));
        const QByteArray expected = contentOf(folder.filePath(name + ".rgb").toStdString());
        QCOMPARE(qsizetype(read->rgb.size()), expected.size());
        int farthest = 0;
        for (qsizetype i = 0; i < expected.size(); ++i)
            farthest = std::max(farthest, std::abs(int(read->rgb[std::size_t(i)]) - int(std::uint8_t(expected[i]))));
        QVERIFY2(farthest <= (name.endsWith("png") ? 0 : 1), qPrintable(QString("%1: %2").arg(name).arg(farthest)));
    }
}

int main(int argc, char *argv[])
{
    return runTests<TestPictureFiles, AgainstPillow>(argc, argv);
}

#include "tst_picturefiles.moc"
