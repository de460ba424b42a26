// Runs examples of a flood-filling network from the seed to the last move, for training and tests.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/volumes/fieldofview.h"
#include "engine/models/volumes/floodfillingnetwork.h"

namespace motley {

// The counts of a test, which add up over examples and ranks. Voxels with excluded labels are not counted.
struct FloodFillCounts {
    std::int64_t truePositives = 0; // voxels; positive: probability of at least 0.9 after the last move
    std::int64_t trueNegatives = 0;
    std::int64_t falsePositives = 0;
    std::int64_t falseNegatives = 0;
    std::int64_t correctMoves = 0; // made to a voxel of the object; the first view is not a move
    std::int64_t missedMoves = 0; // not made, although the voxel belongs to the object
    std::int64_t spuriousMoves = 0; // made to a voxel outside the object

    FloodFillCounts &operator+=(const FloodFillCounts &other);
    bool operator==(const FloodFillCounts &) const = default;

    double precision() const; // 1 if no voxel is positive
    double recall() const; // 1 if no voxel belongs to the object
    double f1() const;
    double accuracy() const;
};

struct FloodFillWalk {
    at::Tensor summedLoss; // sum over examples of the mean over their views of the mean over voxels
    at::Tensor logits; // after the last move, [samples, 1, view.patch()]
    FloodFillCounts counts;
};

// batch: from VolumeDataset. Every example begins with probability 0.95 at its centre and 0.05 elsewhere. The network
// views the centre, then each of the 26 move targets, in the example's order, that has a probability of at least 0.9 by
// then. A view sees the logits that earlier views left; no gradient flows through them.
FloodFillWalk walk(FloodFillingNetwork &network, const Batch &batch, const FieldOfView &view);

inline constexpr double moveProbability = 0.9;
double logitOf(double probability);
at::Tensor freshLogits(at::IntArrayRef shape, at::Device device); // initial logits: probability 0.05 everywhere

} // namespace motley
