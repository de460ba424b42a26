// Segments a volume by flood filling (Januszewski et al. 2018): object after object is filled from a seed by a trained
// network that moves along voxels that it assigns to the object.
#pragma once

#include "engine/data/volumes/fieldofview.h"
#include "engine/data/volumes/volume.h"
#include "engine/models/volumes/floodfillingnetwork.h"

#include <functional>
#include <stop_token>

namespace motley {

struct FloodFillOptions {
    FieldOfView view; // as the network was trained
    double mean = 128; // inputs are (voxel - mean) / deviation, as the network was trained
    double deviation = 33;
    double moveProbability = 0.9; // least probability of a voxel to move to
    double segmentProbability = 0.6; // least probability of a voxel in a segment
    std::int64_t smallestSegment = 1000; // voxels; smaller segments are dropped
    std::int64_t seedDistance = 1; // voxels along each axis; seeds closer to another segment are skipped
    // If a larger part of the view than this has at least moveProbability, voxels that were assigned to the outside
    // stay there. That prefers splitting an object over merging two.
    double keepOutsideFrom = 0.005;
    std::function<void(std::int64_t seeds, std::int64_t segments)> progress{}; // called after each seed; may be empty
};

struct Segmentation {
    std::vector<std::uint32_t> labels; // one per voxel: segments numbered from 1 in order of finding, 0: no segment
    std::int64_t segments = 0;
    std::int64_t looks = 0; // forward passes of the network
};

// Segments the volume from the seeds, in order, on the device of the network's parameters, without gradients and in
// evaluation mode. After a stop request it returns the segments that are finished.
Segmentation floodFill(FloodFillingNetwork &network, const Volume &volume, const std::vector<Zyx> &seeds,
    const FloodFillOptions &options, std::stop_token stop = {});

} // namespace motley
