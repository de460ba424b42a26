// Examples for a flood-filling network: a patch around a voxel, which of it belongs to that voxel's object, and the
// order in which the network shall look around (Januszewski et al. 2018).
//
// An example is a whole sequence of moves, and all of them belong to the one step in which its id is drawn. The
// original keeps a generator for every place in the batch, which walks on by one move a step and takes a new example
// when its moves are over; what it trains on then depends on how many machines there are and when they began. Here
// nothing is carried from step to step: the state between moves is the sample's own, made and dropped within the step.
#pragma once

#include "engine/base/keyedrandom.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/volumes/fieldofview.h"
#include "engine/data/volumes/labelfractions.h"
#include "engine/data/volumes/volume.h"

namespace motley {

struct VolumeExamples {
    FieldOfView view;
    std::int64_t count = 0; // examples in an epoch
    std::int64_t smallestObject = 10000; // voxels; examples are not drawn from smaller objects
    double mean = 128; // inputs are (voxel - mean) / deviation
    double deviation = 33;
    double softening = 0.05; // answers are held against this and 1 - this, so that logits need not grow without end
    double insideWeight = 1; // of the object's own voxels; the others weigh 1, excluded ones nothing
    bool augment = true; // reflections of all axes, rows and columns exchanged; only batches with a key
    bool isotropic = false; // voxels are cubes: slices are exchanged with those too
    double greyVariation = 0; // of contrast, as a part of it, and of brightness, in deviations; with augment
    double noise = 0; // of each voxel, in deviations; with augment
};

// Of voxels before the network has looked: the one that it starts from, and all others.
inline constexpr float insideProbability = 0.95F;
inline constexpr float outsideProbability = 0.05F;

class VolumeDataset : public Dataset {
public:
    // `cuts`: the same volume, cut into voxels in one way or in several. Examples with a key are drawn from all that
    // can be learnt from, others from the first.
    static Result<VolumeDataset> make(std::vector<Volume> cuts, const VolumeExamples &examples);
    static Result<VolumeDataset> make(Volume volume, const VolumeExamples &examples);

    std::int64_t size() const override { return m_examples.count; }

    // inputs: patches (n x 1 x view.patch(), float) and moves (n x 26 x 3 in z, y, x, int64);
    // targets: probability to be of the centre's object and weight of each voxel (both n x 1 x view.patch(), float).
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

    // In the first cut, where there is but one. The 13 classes take turns, so that each gives equally many examples;
    // where in its class an example lies is drawn anew in every epoch.
    Zyx centreOf(std::int64_t id, std::optional<AugmentKey> key) const;

    FieldOfView view() const { return m_examples.view; }

private:
    struct Target {
        float *patch;
        std::int64_t *moves;
        float *probability;
        float *weight;
    };
    struct Cut {
        Volume volume;
        std::vector<std::vector<std::uint32_t>> centres; // voxel numbers by class, without empty classes

        Zyx drawCentre(std::int64_t id, Random &random) const;
    };
    static Result<Cut> prepare(Volume volume, const VolumeExamples &examples);
    const Cut &drawCut(std::optional<AugmentKey> key, Random &random) const;
    void writeExample(std::int64_t id, std::optional<AugmentKey> key, Target target) const;

    std::vector<Cut> m_cuts;
    VolumeExamples m_examples;
};

} // namespace motley
