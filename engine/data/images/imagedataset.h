// A data set of images of one size with one label each, held in memory as bytes and normalised when batches are made.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/images/idxfile.h"

#include <array>
#include <string>

namespace motley {

// Mean and standard deviation of all pixels, of pixel values divided by 255.
struct PixelStatistics {
    double mean = 0;
    double deviation = 1;
};

class ImageDataset : public Dataset {
public:
    struct Part {
        IdxArray array;
        std::string file; // path, for errors
    };

    // Images (n x height x width) and labels (n) that belong together. Errors name the file.
    static Result<ImageDataset> make(Part images, Part labels);
    static Result<ImageDataset> read(const std::string &imageFile, const std::string &labelFile); // of two IDX files

    std::int64_t size() const override { return m_count; }
    std::uint64_t fingerprint() const override;
    // inputs: float [samples, 1, height, width], normalised; targets: int64 [samples].
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

    std::int64_t height() const { return m_height; }
    std::int64_t width() const { return m_width; }
    std::int64_t classes() const { return m_classes; } // highest label + 1
    std::int64_t distinctLabels() const;
    std::int64_t imagesWith(std::int64_t label) const;
    PixelStatistics statistics() const;

    void normaliseWith(PixelStatistics statistics); // those of the training set; until then pixels are 0 to 1
    void augment(bool on) { m_augment = on; } // of batches with a key

private:
    void writeSample(std::int64_t id, std::optional<AugmentKey> key, float *target) const;

    std::int64_t m_count = 0;
    std::int64_t m_height = 0;
    std::int64_t m_width = 0;
    std::int64_t m_classes = 0;
    bool m_augment = false;
    std::vector<std::uint8_t> m_pixels;
    std::vector<std::uint8_t> m_labels;
    std::array<float, 256> m_valueOf{}; // normalised value of each byte
};

} // namespace motley
