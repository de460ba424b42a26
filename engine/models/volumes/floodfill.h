// Finds the objects in a volume one after the other, each filled from a seed by a trained network that moves along what
// it believes to be the object (Januszewski et al. 2018).
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
    double moveProbability = 0.9; // a move goes to voxels that are at least so sure
    double segmentProbability = 0.6; // a segment is the voxels that are at least so sure
    std::int64_t smallestSegment = 1000; // voxels; what is smaller is dropped
    std::int64_t seedDistance = 1; // voxels along each axis; a seed nearer to another segment is passed over
    // Once more than this part of the view is sure to be of the object, a voxel that was thought to lie outside stays
    // there: rather one object in two pieces than two in one.
    double keepOutsideFrom = 0.005;
    std::function<void(std::int64_t seeds, std::int64_t segments)> progress{}; // after each seed, if anybody asks
};

struct Segmentation {
    std::vector<std::uint32_t> labels; // one a voxel: 1 and up in the order of finding, 0 where no segment is
    std::int64_t segments = 0;
    std::int64_t looks = 0; // forward passes of the network
};

// Gradients are off and the network in evaluation mode, on the device where its parameters are. A stop ends it after
// the current look with the segments that are finished.
Segmentation floodFill(FloodFillingNetwork &network, const Volume &volume, const std::vector<Zyx> &seeds,
    const FloodFillOptions &options, std::stop_token stop = {});

} // namespace motley
