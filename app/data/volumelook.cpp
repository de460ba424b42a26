#include "app/data/volumelook.h"

#include "app/data/hdf5check.h"
#include "app/words/format.h"
#include "engine/data/hdf5/hdf5file.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>

namespace motley {

namespace {

struct VolumeWords {
    Q_DECLARE_TR_FUNCTIONS(motley::VolumeLook)
};

tl::unexpected<Error> noVolume(const QString &path, const Error &why)
{
    const QString sentence
        = VolumeWords::tr("%1 cannot be read as a volume. Choose an HDF5 file whose data set “raw” has slices, rows "
                          "and columns of bytes.")
              .arg(leftToRight(path));
    return fail(sentence.toStdString(), why.message + (why.detail.empty() ? "" : "\n" + why.detail));
}

Result<Hdf5File> openVolume(const QString &path)
{
    auto file = Hdf5File::open(path.toStdString());
    if (!file)
        return noVolume(path, file.error());
    if (const auto raw = file->layout("raw"); !raw)
        return noVolume(path, raw.error());
    if (const auto checked = checkRaw(*file); !checked)
        return tl::unexpected(checked.error());
    return file;
}

std::int64_t inside(std::int64_t first, std::int64_t extent, std::int64_t all)
{
    return std::clamp<std::int64_t>(first < 0 ? (all - extent) / 2 : first, 0, all - extent);
}

// Whether the slice that is shown is one of those segmented, with the same rows and columns.
bool isOf(const VolumeBox &segmented, const VolumeBox &shown)
{
    const std::int64_t slice = shown.first[0] - segmented.first[0];
    const auto sameAlong
        = [&](std::size_t i) { return shown.first[i] == segmented.first[i] && shown.extent[i] == segmented.extent[i]; };
    return slice >= 0 && slice < segmented.extent[0] && sameAlong(1) && sameAlong(2);
}

Result<std::vector<std::uint32_t>> readSegments(const VolumePlace &place, const VolumeBox &shown)
{
    const auto file = Hdf5File::open(place.segments.toStdString());
    if (!file)
        return tl::unexpected(file.error());
    std::vector<std::uint64_t> read(std::size_t(shown.extent[1] * shown.extent[2]));
    const Voxels first{shown.first[0] - place.segmented.first[0], 0, 0};
    if (const auto done = file->readBlock<std::uint64_t>("labels", first, shown.extent, std::span(read)); !done)
        return tl::unexpected(done.error());
    return std::vector<std::uint32_t>(read.begin(), read.end());
}

} // namespace

VolumeBox boxAround(const Voxels &place, std::int64_t slices, std::int64_t side, const Voxels &size)
{
    const Voxels extent{std::min(slices, size[0]), std::min(side, size[1]), std::min(side, size[2])};
    const std::int64_t first = std::max<std::int64_t>(0, place[0] - extent[0] / 2);
    return {
        {inside(first, extent[0], size[0]), inside(place[1], extent[1], size[1]), inside(place[2], extent[2], size[2])},
        extent};
}

Result<VolumeLook> lookInto(const VolumePlace &place)
{
    const auto file = openVolume(place.volume);
    if (!file)
        return tl::unexpected(file.error());
    const auto sizes = file->layout("raw")->sizes;
    VolumeLook look;
    std::copy_n(sizes.begin(), look.size.size(), look.size.begin());
    look.shown.extent = {1, std::min(place.side, look.size[1]), std::min(place.side, look.size[2])};
    for (std::size_t i = 0; i < look.size.size(); ++i)
        look.shown.first[i] = inside(place.first[i], look.shown.extent[i], look.size[i]);
    const std::int64_t rows = look.shown.extent[1];
    const std::int64_t columns = look.shown.extent[2];
    std::vector<std::uint8_t> grey(std::size_t(rows * columns));
    if (const auto read = file->readBlock<std::uint8_t>("raw", look.shown.first, look.shown.extent, std::span(grey));
        !read)
        return tl::unexpected(read.error());
    look.raw = QImage(int(columns), int(rows), QImage::Format_Grayscale8);
    for (std::int64_t row = 0; row < rows; ++row)
        std::copy_n(grey.begin() + row * columns, columns, look.raw.scanLine(int(row)));
    if (place.segments.isEmpty() || !isOf(place.segmented, look.shown))
        return look;
    auto segments = readSegments(place, look.shown);
    if (!segments)
        return tl::unexpected(segments.error());
    look.segments = *std::move(segments);
    return look;
}

} // namespace motley
