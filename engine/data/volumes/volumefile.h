// Volumes in HDF5: the data set "raw" (unsigned bytes) and, where somebody has labelled it, "labels" (whole numbers up
// to 2^32 - 1, 0: no object), both slices x rows x columns and equally large.
#pragma once

#include "engine/base/result.h"
#include "engine/data/volumes/volume.h"

#include <string>

namespace motley {

// What the file says about itself, without reading it: a volume may be larger than memory.
struct VolumeFile {
    std::string path;
    Zyx size;
    bool hasLabels = false;
};

Result<VolumeFile> inspectVolume(const std::string &path);

// A box of it, at most 4 billion voxels; the Error names the file and what is wrong with the box or the data.
Result<Volume> readVolume(const VolumeFile &file, Zyx first, Zyx extent);
Result<Volume> readSlices(const VolumeFile &file, std::int64_t first, std::int64_t last);

} // namespace motley
