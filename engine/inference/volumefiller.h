// Finds the objects in a box of a volume, with a flood-filling network that was trained on such volumes.
#pragma once

#include "engine/base/result.h"
#include "engine/data/images/picture.h"
#include "engine/data/volumes/volume.h"

#include <c10/core/Device.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace motley {

struct FillRequest {
    std::string modelFolder; // as a run leaves it
    std::string volume; // HDF5 with the data set "raw"
    Zyx first; // of the box
    Zyx extent; // 0 along an axis: all that follows
    double moveProbability = 0.9;
    double segmentProbability = 0.6;
    std::int64_t smallestSegment = 0; // voxels; 0: as the smallest object that was learnt from
    std::int64_t pictureSlices = 0; // 0: no picture
};

struct FilledVolume {
    Zyx size;
    std::vector<std::uint32_t> labels; // one a voxel: 1 and up in the order of finding, 0 where no segment is
    std::int64_t segments = 0;
    std::int64_t seeds = 0;
    std::int64_t looks = 0; // of the network
    std::optional<Picture> picture; // slices beside what is known of them, where something is, and what was found
};

// A stop ends it with the segments that are finished. Errors name the file, or the box that cannot be.
using FillProgress = std::function<void(std::int64_t seedsDone, std::int64_t seeds, std::int64_t segments)>;
Result<FilledVolume> fillVolume(
    const FillRequest &request, c10::Device device, const FillProgress &progress = {}, std::stop_token stop = {});

// The data set "labels", 32 unsigned bits, slices x rows x columns. Appears complete or not at all.
Result<void> writeSegmentation(const std::string &path, const FilledVolume &filled);

} // namespace motley
