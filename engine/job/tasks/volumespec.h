// Volume segmentation with a flood-filling network: which voxels belong to the object that one voxel is of.
#pragma once

#include "engine/base/datapath.h"

#include <cstdint>

namespace motley {

struct VolumeModelSpec {
    int depth = 5; // the first two convolutions, then depth - 1 residual pairs
    int features = 16; // channels
    int view = 17; // voxels along each side of what it sees at once; odd
    int step = 4; // voxels that it moves along an axis

    bool operator==(const VolumeModelSpec &) const = default;
};

struct VolumeData {
    DataPath volume{}; // HDF5 with the data sets raw and labels, slices x rows x columns
    std::int64_t scale = 1; // so many voxels along each axis are averaged to one, which all else is counted in
    double testPart = 0.2; // of the slices, the last ones: to test on, not to learn from
    std::int64_t examples = 2000; // a training epoch
    std::int64_t testExamples = 260;
    std::int64_t smallestObject = 1000; // voxels
    bool augment = true;
    bool isotropic = false; // voxels are as deep as they are wide
    double greyVariation = 0; // of contrast and brightness from example to example
    double noise = 0; // added to each voxel, in deviations
    double softening = 0.05; // of the answers 0 and 1 that are learnt
    double insideWeight = 1; // of a voxel of the object in the loss, where any other counts 1
    double mean = 128; // of a voxel; inputs are (voxel - mean) / deviation
    double deviation = 33;

    bool operator==(const VolumeData &) const = default;
};

struct VolumeSpec {
    static constexpr const char *name = "volume-segmentation";

    VolumeModelSpec model{};
    VolumeData data{};

    bool operator==(const VolumeSpec &) const = default;
};

} // namespace motley
