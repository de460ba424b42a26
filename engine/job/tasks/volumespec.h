// Volume segmentation with a flood-filling network: finds the voxels that belong to the same object as a given voxel.
#pragma once

#include "engine/base/datapath.h"

#include <cstdint>

namespace motley {

struct VolumeModelSpec {
    int depth = 5; // two convolutions, then depth - 1 residual pairs
    int features = 16; // channels of each convolution
    int view = 17; // voxels along each side of the field of view; odd
    int step = 4; // voxels that the field of view moves along an axis

    bool operator==(const VolumeModelSpec &) const = default;
};

struct VolumeData {
    DataPath volume{}; // HDF5 with the data sets raw and labels, slices x rows x columns
    std::int64_t scale = 1; // voxels along each axis that are averaged to one; all other sizes count averaged voxels
    double testPart = 0.2; // the last part of the slices, for tests only
    std::int64_t examples = 2000; // in a training epoch
    std::int64_t testExamples = 260; // in a test
    std::int64_t smallestObject = 1000; // voxels; examples are not drawn from smaller objects
    bool augment = true;
    bool isotropic = false; // voxels are cubes, so that augmentation may exchange all axes
    double greyVariation = 0; // random change of contrast and brightness in each example
    double noise = 0; // added to each voxel, in units of deviation
    double softening = 0.05; // targets are this and 1 - this instead of 0 and 1
    double insideWeight = 1; // loss weight of the object's voxels; others have weight 1
    double mean = 128; // grey value; inputs are (voxel - mean) / deviation
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
