// One slice of a part of a volume on this computer, and the segments that were found in it. However large the volume
// is, no more than the part is read.
#pragma once

#include "engine/base/result.h"

#include <QImage>
#include <QString>

#include <array>
#include <vector>

namespace motley {

using Voxels = std::array<std::int64_t, 3>; // slices, rows, columns

struct VolumeBox {
    Voxels first{};
    Voxels extent{};

    bool operator==(const VolumeBox &) const = default;
};

// Slices around the one at `place`, as many as `slices` where the volume has them, of the rows and columns from there.
VolumeBox boxAround(const Voxels &place, std::int64_t slices, std::int64_t side, const Voxels &size);

struct VolumePlace {
    QString volume; // HDF5 with the data set raw
    Voxels first{-1, -1, -1}; // the slice, and its first row and column; less than 0: in the middle
    std::int64_t side = 128; // rows and columns of the part; fewer where the volume has fewer
    QString segments; // HDF5 with the data set labels of the box `segmented`; empty: there is none
    VolumeBox segmented{};
};

struct VolumeLook {
    Voxels size{}; // of the whole volume
    VolumeBox shown{}; // one slice, inside the volume
    QImage raw; // in grey
    std::vector<std::uint32_t> segments; // a number a pixel, 0: none; empty: this part has not been segmented
};

// Blocks as long as the disk does. Errors name the file and what it must hold.
Result<VolumeLook> lookInto(const VolumePlace &place);

} // namespace motley
