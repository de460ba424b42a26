// Segments a box of a volume with a trained flood-filling network.
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
    std::string modelFolder; // of a run
    std::string volume; // path of an HDF5 file with the dataset "raw"
    Zyx first; // first corner of the box
    Zyx extent; // of the box; 0 along an axis: up to the end of the volume
    double moveProbability = 0.9;
    double segmentProbability = 0.6;
    std::int64_t smallestSegment = 0; // voxels; 0: as smallestObject in training
    std::int64_t pictureSlices = 0; // slices in the picture; 0: no picture
};

struct FilledVolume {
    Zyx size;
    std::vector<std::uint32_t> labels; // one per voxel: segments numbered from 1 in order of finding, 0: no segment
    std::int64_t segments = 0;
    std::int64_t seeds = 0;
    std::int64_t looks = 0; // forward passes of the network
    std::optional<Picture> picture; // slices, their known labels if there are any, and the segments found
};

// Called before the first seed and after each.
using FillProgress = std::function<void(std::int64_t seedsDone, std::int64_t seeds, std::int64_t segments)>;
// After a stop request it returns the segments that are finished. Errors name the file, or the box that does not fit.
Result<FilledVolume> fillVolume(
    const FillRequest &request, c10::Device device, const FillProgress &progress = {}, std::stop_token stop = {});

// Writes the dataset "labels" of 32-bit unsigned integers, slices x rows x columns. The file appears complete or not at
// all.
Result<void> writeSegmentation(const std::string &path, const FilledVolume &filled);

} // namespace motley
