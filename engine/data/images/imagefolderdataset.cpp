#include "engine/data/images/imagefolderdataset.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/datahash.h"
#include "engine/data/images/resample.h"
#include "engine/data/parallelfor.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace motley {

namespace {

constexpr int attempts = 10; // to draw a part that fits into the picture
constexpr double widestAspect = 4.0 / 3.0;
constexpr double rimFactor = 8.0 / 7.0; // 256 / 224: shorter side of the resized picture over that of the centre crop

double between(double low, double high, Random &random)
{
    return low + (high - low) * random.fraction();
}

Cutout middleOf(const Picture &picture)
{
    const double side = double(std::min(picture.width, picture.height)) / rimFactor;
    return {(double(picture.width) - side) / 2, (double(picture.height) - side) / 2, side, side};
}

// A random crop: a part of random area and aspect ratio inside the picture.
Cutout randomPart(const Picture &picture, double smallestPart, Random &random)
{
    const auto width = double(picture.width);
    const auto height = double(picture.height);
    for (int i = 0; i < attempts; ++i) {
        const double area = width * height * between(smallestPart, 1, random);
        const double aspect = std::exp(between(-std::log(widestAspect), std::log(widestAspect), random));
        const double partWidth = std::sqrt(area * aspect);
        const double partHeight = std::sqrt(area / aspect);
        if (partWidth <= width && partHeight <= height)
            return {
                between(0, width - partWidth, random), between(0, height - partHeight, random), partWidth, partHeight};
    }
    return middleOf(picture);
}

// The colour planes of an image.
struct Planes {
    float *red;
    float *green;
    float *blue;
    std::size_t pixels;

    explicit Planes(std::span<float> all)
        : red(all.data()), green(red + all.size() / 3), blue(green + all.size() / 3), pixels(all.size() / 3)
    {
    }
    float grey(std::size_t i) const { return 0.299F * red[i] + 0.587F * green[i] + 0.114F * blue[i]; } // ITU-R BT.601
};

float inRange(float value)
{
    return std::clamp(value, 0.0F, 255.0F);
}

void changeLight(std::span<float> all, double jitter, Random &random)
{
    const auto factor = [&] { return float(between(1 - jitter, 1 + jitter, random)); };
    const float brightness = factor();
    const float contrast = factor();
    const float saturation = factor();
    for (float &value : all)
        value = inRange(value * brightness);

    const Planes planes(all);
    double sum = 0;
    for (std::size_t i = 0; i < planes.pixels; ++i)
        sum += double(planes.grey(i));
    const float mean = float(sum / double(planes.pixels));
    for (float &value : all)
        value = inRange(mean + (value - mean) * contrast);

    for (std::size_t i = 0; i < planes.pixels; ++i) {
        const float grey = planes.grey(i);
        for (float *colour : {planes.red + i, planes.green + i, planes.blue + i})
            *colour = inRange(grey + (*colour - grey) * saturation);
    }
}

void mirror(std::span<float> planes, std::int64_t width)
{
    for (auto row = planes.begin(); row != planes.end(); row += width)
        std::reverse(row, row + width);
}

} // namespace

ImageFolderDataset::ImageFolderDataset(ImageFolder folder, const PictureView &view)
    : m_folder(std::move(folder)), m_view(view)
{
}

double ImageFolderDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    return double(ids.size());
}

std::uint64_t ImageFolderDataset::fingerprint() const
{
    DataHash hash;
    for (const std::string &name : m_folder.classes)
        hash.add(name);
    for (const ImageFolder::Entry &entry : m_folder.entries) {
        hash.add(entry.path.substr(m_folder.path.size()));
        hash.add(entry.label);
    }
    return hash.value();
}

Batch ImageFolderDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const
{
    const auto count = std::int64_t(ids.size());
    Batch batch{{at::empty({count, 3, m_view.side, m_view.side})}, {at::empty({count}, at::kLong)}, count};
    const std::int64_t values = 3 * m_view.side * m_view.side;
    float *pixels = batch.inputs[0].data_ptr<float>();
    std::int64_t *labels = batch.targets[0].data_ptr<std::int64_t>();
    inParallel(count, m_view.threads, [&](std::int64_t i) {
        const std::int64_t id = ids[std::size_t(i)];
        writeSample(id, key, {pixels + i * values, std::size_t(values)});
        labels[i] = m_folder.entries[std::size_t(id)].label;
    });
    return batch;
}

void ImageFolderDataset::writeSample(std::int64_t id, std::optional<AugmentKey> key, std::span<float> target) const
{
    const auto picture = readPicture(m_folder.entries[std::size_t(id)].path);
    if (!picture)
        throw std::runtime_error(picture.error().message + " " + picture.error().detail);
    const std::int64_t side = m_view.side;
    if (m_view.augment && key) {
        Random random{key->seed, std::uint64_t(key->epoch), std::uint64_t(id)};
        resample(*picture, randomPart(*picture, m_view.smallestPart, random), side, side, target);
        if (random.below(2) == 1)
            mirror(target, side);
        changeLight(target, m_view.jitter, random);
    } else {
        resample(*picture, middleOf(*picture), side, side, target);
    }
    const std::size_t plane = std::size_t(side * side);
    for (std::size_t i = 0; i < target.size(); ++i) {
        const std::size_t colour = i / plane;
        target[i] = float((double(target[i]) / 255 - m_view.mean[colour]) / m_view.deviation[colour]);
    }
}

} // namespace motley
