// Reads volumes from HDF5: the dataset "raw" (unsigned bytes) and, if labelled, "labels" (integers up to 2^32 - 1; 0:
// no object), both of size slices x rows x columns.
#pragma once

#include "engine/base/result.h"
#include "engine/data/volumes/volume.h"

#include <string>

namespace motley {

// The properties of a volume file, without its voxels, which may need more memory than there is.
struct VolumeFile {
    std::string path;
    Zyx size;
    bool hasLabels = false;
};

Result<VolumeFile> inspectVolume(const std::string &path);

// Reads a box of at most 4 billion voxels. Errors name the file and what is wrong with the box or the data.
Result<Volume> readVolume(const VolumeFile &file, Zyx first, Zyx extent);
Result<Volume> readSlices(const VolumeFile &file, std::int64_t first, std::int64_t last);

} // namespace motley
