// An example of a flood-filling network from its seed to its last move: how it is trained, and what it is judged by.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/volumes/fieldofview.h"
#include "engine/models/volumes/floodfillingnetwork.h"

namespace motley {

// Additive over examples and ranks. Voxels of excluded labels are not counted.
struct FloodFillCounts {
    std::int64_t truePositives = 0; // voxels; positive: a probability of at least 0.9 after the last move
    std::int64_t trueNegatives = 0;
    std::int64_t falsePositives = 0;
    std::int64_t falseNegatives = 0;
    std::int64_t correctMoves = 0; // made to a voxel of the object; the first look, which always happens, is no move
    std::int64_t missedMoves = 0; // such a voxel was there, but not believed to be of the object
    std::int64_t spuriousMoves = 0; // made to a voxel of something else

    FloodFillCounts &operator+=(const FloodFillCounts &other);
    bool operator==(const FloodFillCounts &) const = default;

    double precision() const; // 1 where nothing was said to be of the object
    double recall() const; // 1 where nothing was of the object
    double f1() const;
    double accuracy() const;
};

struct FloodFillWalk {
    at::Tensor summedLoss; // over the examples: each one's mean over its moves of the mean over the voxels in view
    at::Tensor logits; // after the last move: n x 1 x view.patch()
    FloodFillCounts counts;
};

// A batch of VolumeDataset. Every example begins as 0.95 at its centre and 0.05 elsewhere, is looked at once there, and
// then moves to each of its 26 places, in its own order, that is at least 0.9 sure by then. A move sees what the moves
// before it left; no gradient flows through that.
FloodFillWalk walk(FloodFillingNetwork &network, const Batch &batch, const FieldOfView &view);

inline constexpr double moveProbability = 0.9;
double logitOf(double probability);
at::Tensor freshLogits(at::IntArrayRef shape, at::Device device); // 0.05 everywhere: where nothing is known yet

} // namespace motley
