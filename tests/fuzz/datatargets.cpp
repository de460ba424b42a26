#include "engine/data/hdf5/hdf5file.h"
#include "engine/data/images/idxfile.h"
#include "engine/data/images/jpegcodec.h"
#include "engine/data/images/picturelimits.h"
#include "engine/data/images/pngcodec.h"
#include "engine/data/volumes/volumefile.h"
#include "tests/fuzz/memoryfile.h"
#include "tests/fuzz/targets.h"

#include <algorithm>
#include <array>
#include <span>

namespace motley {

namespace {

constexpr std::int64_t mostNumbers = 1 << 20; // read of one dataset, as a valid file of a few bytes may hold gigabytes

void readIdxFile(std::string_view bytes)
{
    const MemoryFile file(bytes);
    const auto array = readIdx(file.path());
    if (!array) {
        promise(array.error().message.find(file.path()) != std::string::npos, "the Error does not name the file");
        return;
    }
    std::int64_t product = 1;
    for (const std::int64_t size : array->sizes)
        product *= size;
    promise(!array->sizes.empty() && product == std::int64_t(array->bytes.size()), "sizes and bytes disagree");
}

void checkPicture(const Result<Picture> &picture, const Result<void> &beforehand)
{
    if (!picture)
        return;
    promise(beforehand.has_value(), "a picture that can be read is refused by its header or its end");
    promise(checkPictureSize(picture->width, picture->height).has_value(), "larger than allowed");
    promise(std::int64_t(picture->rgb.size()) == picture->width * picture->height * 3, "pixels and size disagree");
}

// Bounds the input: a header may ask for a large picture, and time should go into readers and not into clearing memory.
bool isSmall(std::string_view bytes)
{
    return bytes.size() < 1 << 16;
}

void readJpeg(std::string_view bytes)
{
    const std::span file(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
    if (isSmall(bytes))
        checkPicture(decodeJpeg(file), checkJpeg(file));
}

void readPng(std::string_view bytes)
{
    if (!isSmall(bytes))
        return;
    const std::span file(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
    const auto picture = decodePng(file);
    checkPicture(picture, checkPng(file));
    if (!picture || picture->width * picture->height > mostNumbers)
        return;
    const auto written = encodePng(*picture);
    promise(written.has_value(), "a picture cannot be written");
    const auto again = decodePng(*written);
    promise(again && *again == *picture, "a picture changed");
}

void readDataset(const Hdf5File &file, const char *name)
{
    const auto layout = file.layout(name);
    if (!layout)
        return;
    // Reads a corner of at most mostNumbers numbers.
    std::vector<std::int64_t> counts;
    std::int64_t numbers = 1;
    for (const std::int64_t size : layout->sizes) {
        counts.push_back(std::min(size, std::max(std::int64_t(1), mostNumbers / std::max(numbers, std::int64_t(1)))));
        numbers *= counts.back();
    }
    const std::vector<std::int64_t> offsets(counts.size());
    std::vector<std::int64_t> whole(static_cast<std::size_t>(numbers));
    if (file.readBlock<std::int64_t>(name, offsets, counts, whole))
        promise(layout->kind != Hdf5Layout::Kind::Real, "fractions were read as whole numbers");
    std::vector<float> real(static_cast<std::size_t>(numbers));
    (void)file.readBlock<float>(name, offsets, counts, real);
}

void readHdf5(std::string_view bytes)
{
    const MemoryFile memory(bytes);
    const auto file = Hdf5File::open(memory.path());
    if (!file)
        return;
    for (const char *name : {"raw", "labels", "input_ids", "input_mask", "next_sentence_labels", "group/real"})
        readDataset(*file, name);
}

void readVolumeFile(std::string_view bytes)
{
    const MemoryFile memory(bytes);
    const auto file = inspectVolume(memory.path());
    if (!file)
        return;
    const Zyx extent{std::min<std::int64_t>(file->size.z, 64), std::min<std::int64_t>(file->size.y, 64),
        std::min<std::int64_t>(file->size.x, 64)};
    const auto volume = readVolume(*file, file->size - extent, extent);
    if (!volume)
        return;
    const auto voxels = std::size_t(extent.product());
    promise(volume->raw.size() == voxels, "voxels and size disagree");
    promise(volume->labels.size() == (file->hasLabels ? voxels : 0), "labels and size disagree");
}

constexpr std::array targets{FuzzTarget{"idx", readIdxFile}, FuzzTarget{"jpeg", readJpeg}, FuzzTarget{"png", readPng},
    FuzzTarget{"hdf5", readHdf5}, FuzzTarget{"volume", readVolumeFile}};

} // namespace

std::span<const FuzzTarget> dataTargets()
{
    return targets;
}

} // namespace motley
