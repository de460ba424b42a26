// Pictures of any size from a folder, decoded as they are needed and seen at one size.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/images/imagefolder.h"

#include <array>

namespace motley {

struct PictureView {
    std::int64_t side = 224; // pixels; what the model sees is square
    bool augment = false; // a random part, perhaps mirrored, in other light; only batches with a key
    double smallestPart = 0.08; // of the picture's area (Szegedy et al. 2015)
    double jitter = 0.4; // brightness, contrast and saturation are multiplied by 1 - jitter to 1 + jitter
    // Inputs are (colour / 255 - mean) / deviation; these are ImageNet's.
    std::array<double, 3> mean{0.485, 0.456, 0.406};
    std::array<double, 3> deviation{0.229, 0.224, 0.225};
    int threads = 2; // that decode at the same time
};

class ImageFolderDataset : public Dataset {
public:
    ImageFolderDataset(ImageFolder folder, const PictureView &view);

    std::int64_t size() const override { return std::int64_t(m_folder.entries.size()); }

    // inputs: n x 3 x side x side. Without augmentation: the shorter side becomes 8/7 of `side`, and the middle is
    // taken. Throws std::runtime_error naming a file that cannot be decoded: nothing else can come out of here.
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

    const std::vector<std::string> &classes() const { return m_folder.classes; }

private:
    void writeSample(std::int64_t id, std::optional<AugmentKey> key, std::span<float> target) const;

    ImageFolder m_folder;
    PictureView m_view;
};

} // namespace motley
