// Examples for a flood-filling network: a patch around a voxel, which of its voxels belong to that voxel's object, and
// the order of the network's moves (Januszewski et al. 2018).
// An example is a whole sequence of moves, all in the one step in which its id is drawn. The original implementation
// keeps a generator for every place in the batch, which makes one move per step and takes a new example when its moves
// are over; its training then depends on the number of machines and on when they began. Here no state is carried from
// step to step.
#pragma once

#include "engine/base/keyedrandom.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/volumes/fieldofview.h"
#include "engine/data/volumes/labelfractions.h"
#include "engine/data/volumes/volume.h"

namespace motley {

struct VolumeExamples {
    FieldOfView view; // of the network
    std::int64_t count = 0; // examples in an epoch
    std::int64_t smallestObject = 10000; // voxels; examples are not drawn from smaller objects
    double mean = 128; // inputs are (voxel - mean) / deviation
    double deviation = 33;
    double softening = 0.05; // targets are this and 1 - this, so that logits stay bounded
    double insideWeight = 1; // loss weight of the object's voxels; others have weight 1, excluded ones 0
    bool augment = true; // reflects all axes, exchanges rows and columns; of examples with a key
    bool isotropic = false; // voxels are cubes: augmentation exchanges slices with rows and columns too
    double greyVariation = 0; // of contrast (relative) and brightness (in deviations), with augment
    double noise = 0; // of each voxel, in units of `deviation`, with augment
};

// Initial probabilities of voxels: of the seed, and of all others.
inline constexpr float insideProbability = 0.95F;
inline constexpr float outsideProbability = 0.05F;

class VolumeDataset : public Dataset {
public:
    // `cuts`: the same volume, downsampled from one or several offsets. Examples with a key are drawn from all cuts
    // that have objects, examples without a key from the first cut. Errors: no objects to draw from.
    static Result<VolumeDataset> make(std::vector<Volume> cuts, const VolumeExamples &examples);
    static Result<VolumeDataset> make(Volume volume, const VolumeExamples &examples);

    std::int64_t size() const override { return m_examples.count; }
    std::uint64_t fingerprint() const override;

    // inputs: patches (float [samples, 1, view.patch()]) and moves (int64 [samples, 26, 3] in z, y, x); targets:
    // probability of each voxel to belong to the centre's object, and loss weight of each voxel (both float [samples,
    // 1, view.patch()]).
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

    // The centre of an example if there is only one cut. Examples come from the 13 classes in turn, so that each class
    // gives equally many; the place within the class is drawn anew in every epoch.
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
        std::vector<std::vector<std::uint32_t>> centres; // voxel indices by class, without empty classes

        Zyx drawCentre(std::int64_t id, Random &random) const;
    };
    static Result<Cut> prepare(Volume volume, const VolumeExamples &examples);
    const Cut &drawCut(std::optional<AugmentKey> key, Random &random) const;
    void writeExample(std::int64_t id, std::optional<AugmentKey> key, Target target) const;

    std::vector<Cut> m_cuts;
    VolumeExamples m_examples;
};

} // namespace motley
