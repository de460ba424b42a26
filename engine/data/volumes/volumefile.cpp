#include "engine/data/volumes/volumefile.h"

#include "engine/data/hdf5/hdf5file.h"

#include <algorithm>
#include <array>
#include <limits>

namespace motley {

namespace {

constexpr const char *rawName = "raw";
constexpr const char *labelName = "labels";
constexpr std::int64_t mostVoxels = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t cacheBytes = std::size_t(64) << 20; // chunks span many slices

Result<Zyx> sizeOf(const Hdf5File &file, const char *dataset, Hdf5Layout::Kind kind, int mostBytes)
{
    const auto layout = file.layout(dataset);
    if (!layout)
        return tl::unexpected(layout.error());
    const auto words = [&] { return file.path() + ": \"" + dataset + "\" "; };
    if (layout->sizes.size() != 3)
        return fail(words() + "has " + std::to_string(layout->sizes.size())
            + " dimensions; a volume has three: slices, rows and columns.");
    if (layout->kind != kind || layout->numberBytes > mostBytes)
        return fail(words() + "holds numbers of another type than unsigned whole numbers of "
            + (mostBytes == 1 ? "8 bits." : "at most 64 bits."));
    const Zyx size{layout->sizes[0], layout->sizes[1], layout->sizes[2]};
    for (const std::int64_t side : {size.z, size.y, size.x}) {
        if (side < 1 || side > mostVoxels)
            return fail(words() + "has a side of " + std::to_string(side) + " voxels.");
    }
    // Labels may be written for a small part of a volume alone.
    if (dataset == rawName && !layout->isBelievable())
        return fail(words() + "claims more voxels than the file holds.");
    return size;
}

// Reads the labels slice by slice, to avoid a second copy of all labels as 64-bit numbers.
Result<void> readLabels(const Hdf5File &file, Zyx first, Zyx extent, std::vector<std::uint32_t> &labels)
{
    std::vector<std::uint64_t> slice(std::size_t(extent.y * extent.x));
    for (std::int64_t z = 0; z < extent.z; ++z) {
        const std::array<std::int64_t, 3> offsets{first.z + z, first.y, first.x};
        const std::array<std::int64_t, 3> counts{1, extent.y, extent.x};
        if (auto read = file.readBlock<std::uint64_t>(labelName, offsets, counts, slice); !read)
            return read;
        for (const std::uint64_t label : slice) {
            if (label > std::numeric_limits<std::uint32_t>::max())
                return fail(file.path() + ": \"labels\" holds the number " + std::to_string(label)
                    + "; labels go up to 2^32 - 1. Number the objects anew.");
            labels.push_back(std::uint32_t(label));
        }
    }
    return {};
}

} // namespace

Result<VolumeFile> inspectVolume(const std::string &path)
{
    const auto file = Hdf5File::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto size = sizeOf(*file, rawName, Hdf5Layout::Kind::Unsigned, 1);
    if (!size)
        return tl::unexpected(size.error());
    const bool hasLabels = file->has(labelName);
    if (hasLabels) {
        const auto labelled = sizeOf(*file, labelName, Hdf5Layout::Kind::Unsigned, 8);
        if (!labelled)
            return tl::unexpected(labelled.error());
        if (*labelled != *size)
            return fail(path + ": \"labels\" has another size than \"raw\"; they must belong together.");
    }
    return VolumeFile{path, *size, hasLabels};
}

Result<Volume> readVolume(const VolumeFile &source, Zyx first, Zyx extent)
{
    const Zyx end = first + extent;
    if (extent.z < 1 || extent.y < 1 || extent.x < 1 || !source.size.holds(first)
        || !source.size.holds(end - Zyx{1, 1, 1}))
        return fail("The box asked for does not lie inside the volume in " + source.path + ".");
    if (extent.y > mostVoxels / extent.x || extent.z > mostVoxels / (extent.y * extent.x))
        return fail("A box of more than 4 billion voxels of " + source.path
            + " cannot be read at once; ask for a smaller one.");
    const auto file = Hdf5File::open(source.path, cacheBytes);
    if (!file)
        return tl::unexpected(file.error());
    Volume volume{extent, std::vector<std::uint8_t>(std::size_t(extent.product())), {}};
    const std::array<std::int64_t, 3> offsets{first.z, first.y, first.x};
    const std::array<std::int64_t, 3> counts{extent.z, extent.y, extent.x};
    if (const auto read = file->readBlock<std::uint8_t>(rawName, offsets, counts, volume.raw); !read)
        return tl::unexpected(read.error());
    if (source.hasLabels) {
        volume.labels.reserve(volume.raw.size());
        if (const auto read = readLabels(*file, first, extent, volume.labels); !read)
            return tl::unexpected(read.error());
    }
    return volume;
}

Result<Volume> readSlices(const VolumeFile &file, std::int64_t first, std::int64_t last)
{
    return readVolume(file, {first, 0, 0}, {last - first, file.size.y, file.size.x});
}

} // namespace motley
