// A data set of pictures of any size from a folder, decoded when batches are made and resized to one size.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/images/imagefolder.h"

#include <array>

namespace motley {

struct PictureView {
    std::int64_t side = 224; // pixels along a side of the square that the model sees
    bool augment = false; // random crop, mirroring and colour jitter of batches with a key
    double smallestPart = 0.08; // smallest crop as a part of the picture's area (Szegedy et al. 2015)
    double jitter = 0.4; // brightness, contrast and saturation are multiplied by 1 - jitter to 1 + jitter
    // Inputs are (colour / 255 - mean) / deviation; these are ImageNet's.
    std::array<double, 3> mean{0.485, 0.456, 0.406};
    std::array<double, 3> deviation{0.229, 0.224, 0.225};
    int threads = 2; // that decode pictures in parallel
};

class ImageFolderDataset : public Dataset {
public:
    ImageFolderDataset(ImageFolder folder, const PictureView &view);

    std::int64_t size() const override { return std::int64_t(m_folder.entries.size()); }
    std::uint64_t fingerprint() const override; // of the names below the folder, and of the labels

    // inputs: float [samples, 3, side, side], targets: int64 [samples]. Without augmentation the shorter side is
    // resized to 8/7 of `side`, and the centre is taken. Throws std::runtime_error that names a file that cannot be
    // decoded.
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

    const std::vector<std::string> &classes() const { return m_folder.classes; }

private:
    void writeSample(std::int64_t id, std::optional<AugmentKey> key, std::span<float> target) const;

    ImageFolder m_folder;
    PictureView m_view;
};

} // namespace motley
