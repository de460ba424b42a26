#include "engine/data/images/imagedataset.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/datahash.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace motley {

namespace {

constexpr std::int64_t cropBorder = 2; // pixels

// The augmentation of one sample: shifted by up to cropBorder, with uncovered pixels as byte 0, and perhaps mirrored.
struct View {
    std::int64_t down = 0;
    std::int64_t right = 0;
    bool mirrored = false;
};

View viewOf(std::int64_t id, AugmentKey key)
{
    Random random{key.seed, std::uint64_t(key.epoch), std::uint64_t(id)};
    View view;
    view.down = std::int64_t(random.below(2 * cropBorder + 1)) - cropBorder;
    view.right = std::int64_t(random.below(2 * cropBorder + 1)) - cropBorder;
    view.mirrored = random.below(2) == 1;
    return view;
}

Result<void> belongTogether(const std::vector<std::int64_t> &sizes, const std::string &imageFile,
    const std::vector<std::int64_t> &labelSizes, const std::string &labelFile)
{
    if (sizes.size() != 3)
        return fail(
            imageFile + " holds no grey images: it has " + std::to_string(sizes.size()) + " dimensions instead of 3.");
    if (labelSizes.size() != 1)
        return fail(
            labelFile + " holds no labels: it has " + std::to_string(labelSizes.size()) + " dimensions instead of 1.");
    if (sizes[0] != labelSizes[0])
        return fail(imageFile + " has " + std::to_string(sizes[0]) + " images, but " + labelFile + " has "
            + std::to_string(labelSizes[0]) + " labels; they must belong together.");
    return {};
}

} // namespace

Result<ImageDataset> ImageDataset::read(const std::string &imageFile, const std::string &labelFile)
{
    // The headers are compared before memory is claimed for the images.
    const auto imageSizes = readIdxSizes(imageFile);
    if (!imageSizes)
        return tl::unexpected(imageSizes.error());
    const auto labelSizes = readIdxSizes(labelFile);
    if (!labelSizes)
        return tl::unexpected(labelSizes.error());
    if (const auto good = belongTogether(*imageSizes, imageFile, *labelSizes, labelFile); !good)
        return tl::unexpected(good.error());
    auto images = readIdx(imageFile);
    if (!images)
        return tl::unexpected(images.error());
    auto labels = readIdx(labelFile);
    if (!labels)
        return tl::unexpected(labels.error());
    return make({*std::move(images), imageFile}, {*std::move(labels), labelFile});
}

Result<ImageDataset> ImageDataset::make(Part images, Part labels)
{
    const std::vector<std::int64_t> &sizes = images.array.sizes;
    if (const auto good = belongTogether(sizes, images.file, labels.array.sizes, labels.file); !good)
        return tl::unexpected(good.error());
    if (images.array.bytes.empty())
        return fail(images.file + " holds no pixels.");

    ImageDataset dataset;
    dataset.m_count = sizes[0];
    dataset.m_height = sizes[1];
    dataset.m_width = sizes[2];
    dataset.m_pixels = std::move(images.array.bytes);
    dataset.m_labels = std::move(labels.array.bytes);
    dataset.m_classes = *std::max_element(dataset.m_labels.begin(), dataset.m_labels.end()) + 1;
    dataset.normaliseWith({});
    return dataset;
}

std::int64_t ImageDataset::distinctLabels() const
{
    return std::int64_t(std::set<std::uint8_t>(m_labels.begin(), m_labels.end()).size());
}

std::int64_t ImageDataset::imagesWith(std::int64_t label) const
{
    return std::count(m_labels.begin(), m_labels.end(), label);
}

PixelStatistics ImageDataset::statistics() const
{
    std::array<std::int64_t, 256> counts{};
    for (const std::uint8_t pixel : m_pixels)
        ++counts[pixel];
    double sum = 0;
    double squares = 0;
    for (std::size_t value = 0; value < counts.size(); ++value) {
        const double scaled = double(value) / 255;
        sum += double(counts[value]) * scaled;
        squares += double(counts[value]) * scaled * scaled;
    }
    const double mean = sum / double(m_pixels.size());
    const double variance = squares / double(m_pixels.size()) - mean * mean;
    return {mean, variance > 1e-12 ? std::sqrt(variance) : 1.0}; // images of one colour are not scaled
}

void ImageDataset::normaliseWith(PixelStatistics statistics)
{
    for (std::size_t value = 0; value < m_valueOf.size(); ++value)
        m_valueOf[value] = float((double(value) / 255 - statistics.mean) / statistics.deviation);
}

std::uint64_t ImageDataset::fingerprint() const
{
    DataHash hash;
    hash.add(m_height);
    hash.add(m_width);
    hash.add(m_pixels);
    hash.add(m_labels);
    return hash.value();
}

Batch ImageDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const
{
    const auto count = std::int64_t(ids.size());
    Batch batch{{at::empty({count, 1, m_height, m_width})}, {at::empty({count}, at::kLong)}, count};
    float *pixels = batch.inputs[0].data_ptr<float>();
    std::int64_t *labels = batch.targets[0].data_ptr<std::int64_t>();
    for (const std::int64_t id : ids) {
        writeSample(id, key, pixels);
        pixels += m_height * m_width;
        *labels++ = m_labels[std::size_t(id)];
    }
    return batch;
}

double ImageDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    return double(ids.size());
}

void ImageDataset::writeSample(std::int64_t id, std::optional<AugmentKey> key, float *target) const
{
    const std::uint8_t *image = m_pixels.data() + id * m_height * m_width;
    if (!m_augment || !key) {
        for (std::int64_t i = 0; i < m_height * m_width; ++i)
            target[i] = m_valueOf[image[i]];
        return;
    }
    const View view = viewOf(id, *key);
    for (std::int64_t y = 0; y < m_height; ++y) {
        for (std::int64_t x = 0; x < m_width; ++x) {
            const std::int64_t fromY = y + view.down;
            const std::int64_t fromX = (view.mirrored ? m_width - 1 - x : x) + view.right;
            const bool inside = fromY >= 0 && fromY < m_height && fromX >= 0 && fromX < m_width;
            *target++ = m_valueOf[inside ? image[fromY * m_width + fromX] : 0];
        }
    }
}

} // namespace motley
