#include "app/data/datapreview.h"

#include "app/data/datacheck.h"
#include "engine/job/datafiles.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <zlib.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>

namespace motley {

namespace {

struct DataPreviewWords {
    Q_DECLARE_TR_FUNCTIONS(motley::DataPreview)
};

struct FileCloser {
    void operator()(gzFile file) const { gzclose(file); }
};
using IdxFile = std::unique_ptr<gzFile_s, FileCloser>; // zlib reads plain files too

constexpr std::uint32_t imagesMagic = 0x00000803;
constexpr std::uint32_t labelsMagic = 0x00000801;
constexpr std::uint32_t longestSide = 4096; // pixels
constexpr qint64 mostImageBytes = qint64(1) << 30; // of all images of a file, which is read to its end

IdxFile open(const std::string &path)
{
    return IdxFile(gzopen(path.c_str(), "rb"));
}

template <std::size_t count>
bool readNumbers(gzFile file, std::array<std::uint32_t, count> &numbers)
{
    const int wanted = static_cast<int>(count * sizeof(std::uint32_t));
    if (gzread(file, numbers.data(), wanted) != wanted)
        return false;
    for (auto &number : numbers)
        number = qFromBigEndian(number);
    return true;
}

tl::unexpected<Error> notIdx(const std::string &path)
{
    return fail(
        DataPreviewWords::tr("%1 is not an IDX file of the expected kind. Choose a folder with the published files.")
            .arg(QString::fromStdString(path))
            .toStdString());
}

Result<std::int64_t> countLabels(const std::string &path)
{
    const auto file = open(path);
    std::array<std::uint32_t, 2> head{};
    if (!file || !readNumbers(file.get(), head) || head[0] != labelsMagic)
        return notIdx(path);
    return head[1];
}

// How long a gzip file says, in its last bytes, that it is when unpacked, modulo 2^32. One that was cut short ends with
// other bytes.
std::optional<std::uint32_t> statedLength(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    std::uint32_t length = 0;
    if (!file.open(QIODevice::ReadOnly) || !file.seek(file.size() - qint64(sizeof length)))
        return std::nullopt;
    if (file.read(reinterpret_cast<char *>(&length), sizeof length) != qint64(sizeof length))
        return std::nullopt;
    return qFromLittleEndian(length);
}

// Whether the file holds as many images as its head says: a copy that was cut short does not. It is unpacked only where
// its last bytes do not say so, as this is asked at each change of the task.
bool hasLastImage(const std::string &path, gzFile file, const DataPreview &preview)
{
    const qint64 bytes = qint64(preview.width) * preview.height;
    constexpr qint64 headBytes = 16;
    if (preview.trainSamples < 1 || bytes * preview.trainSamples > mostImageBytes)
        return true;
    const qint64 lastByte = headBytes + bytes * preview.trainSamples - 1;
    if (!gzdirect(file) && statedLength(path) == static_cast<std::uint32_t>(lastByte + 1))
        return true;
    return gzseek(file, static_cast<z_off_t>(lastByte), SEEK_SET) == lastByte && gzgetc(file) >= 0;
}

Result<DataPreview> readImages(const std::string &path, int samples)
{
    const auto file = open(path);
    std::array<std::uint32_t, 4> head{};
    if (!file || !readNumbers(file.get(), head) || head[0] != imagesMagic || head[2] > longestSide
        || head[3] > longestSide)
        return notIdx(path);
    DataPreview preview;
    preview.trainSamples = head[1];
    preview.height = static_cast<int>(head[2]);
    preview.width = static_cast<int>(head[3]);
    for (int i = 0; i < samples && i < preview.trainSamples; ++i) {
        QImage image(preview.width, preview.height, QImage::Format_Grayscale8);
        for (int row = 0; row < preview.height; ++row)
            if (gzread(file.get(), image.scanLine(row), static_cast<unsigned>(preview.width)) != preview.width)
                return notIdx(path);
        preview.samples.push_back(image);
    }
    if (!hasLastImage(path, file.get(), preview))
        return fail(DataPreviewWords::tr("%1 ends before its last image. It was not copied whole.")
                        .arg(QString::fromStdString(path))
                        .toStdString());
    return preview;
}

Result<void> previewImages(const ImageSpec &images, int samples, DataPreview &preview)
{
    const auto files = findGreyFiles(images.data.folder.path);
    if (!files)
        return tl::unexpected(files.error());
    if (files->trainLabels.empty())
        return {}; // torchvision's .pt files, which only the engine reads
    const auto first = readImages(files->trainImages, samples);
    if (!first)
        return tl::unexpected(first.error());
    const auto labels = countLabels(files->trainLabels);
    if (!labels)
        return tl::unexpected(labels.error());
    const auto tests = countLabels(files->testLabels);
    if (!tests)
        return tl::unexpected(tests.error());
    if (*labels != first->trainSamples)
        return fail(
            DataPreviewWords::tr("There are %1 training images but %2 labels. The files do not belong together.")
                .arg(first->trainSamples)
                .arg(*labels)
                .toStdString());
    preview.trainSamples = first->trainSamples;
    preview.testSamples = *tests;
    preview.width = first->width;
    preview.height = first->height;
    preview.samples = first->samples;
    return {};
}

} // namespace

Result<DataPreview> previewData(const TaskSpec &task, int samples, const PreviewLimits &limits)
{
    DataPreview preview;
    const auto end = std::chrono::steady_clock::now() + limits.time;
    int entries = 0;
    const auto files = findDataFiles(task, [&] {
        preview.isWhole
            = entries++ < limits.entries && std::chrono::steady_clock::now() < end && !limits.stop.stop_requested();
        return preview.isWhole;
    });
    if (!files)
        return tl::unexpected(files.error());
    preview.files = static_cast<int>(files->size());
    for (const DataFile &file : *files) {
        std::error_code problem;
        const auto bytes = std::filesystem::file_size(file.path, problem);
        preview.bytes += problem ? 0 : static_cast<qint64>(bytes);
    }
    const auto *images = std::get_if<ImageSpec>(&task);
    if (images && !QFileInfo(QString::fromStdString(images->data.folder.path + "/train")).isDir())
        if (const auto looked = previewImages(*images, samples, preview); !looked)
            return tl::unexpected(looked.error());
    const auto keepGoing = [&] { return std::chrono::steady_clock::now() < end && !limits.stop.stop_requested(); };
    if (const auto checked = checkData(task, keepGoing); !checked)
        return tl::unexpected(checked.error());
    return preview;
}

} // namespace motley
