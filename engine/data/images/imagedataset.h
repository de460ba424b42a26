// Images of one size with one label each, kept in memory as bytes and normalised as they are handed out.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/images/idxfile.h"

#include <array>
#include <string>

namespace motley {

// Of all pixels, in the unit of a pixel value divided by 255.
struct PixelStatistics {
    double mean = 0;
    double deviation = 1;
};

class ImageDataset : public Dataset {
public:
    struct Part {
        IdxArray array;
        std::string file; // where it comes from, for errors
    };

    // Images (n x height x width) and labels (n) that belong together. Errors name the file.
    static Result<ImageDataset> make(Part images, Part labels);
    static Result<ImageDataset> read(const std::string &imageFile, const std::string &labelFile); // of two IDX files

    std::int64_t size() const override { return m_count; }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;

    std::int64_t height() const { return m_height; }
    std::int64_t width() const { return m_width; }
    std::int64_t classes() const { return m_classes; } // highest label + 1
    PixelStatistics statistics() const;

    void normaliseWith(PixelStatistics statistics); // as the training set measured; until then pixels come as 0 to 1
    void augment(bool on) { m_augment = on; } // only batches with a key change

private:
    void writeSample(std::int64_t id, std::optional<AugmentKey> key, float *target) const;

    std::int64_t m_count = 0;
    std::int64_t m_height = 0;
    std::int64_t m_width = 0;
    std::int64_t m_classes = 0;
    bool m_augment = false;
    std::vector<std::uint8_t> m_pixels;
    std::vector<std::uint8_t> m_labels;
    std::array<float, 256> m_valueOf{}; // of each byte, after normalisation
};

} // namespace motley
