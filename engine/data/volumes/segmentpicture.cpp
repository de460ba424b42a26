#include "engine/data/volumes/segmentpicture.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/images/picturelimits.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr std::int64_t gap = 4; // pixels between the images
constexpr std::uint8_t paper = 255;

using Colour = std::array<std::uint8_t, 3>;

// A saturated colour: one component is high, one is low, one between.
Colour colourOf(std::uint32_t label)
{
    Random random{label};
    Colour colour{230, std::uint8_t(40 + random.below(191)), 40};
    for (std::size_t left = colour.size(); left > 1; --left)
        std::swap(colour[left - 1], colour[random.below(left)]);
    return colour;
}

Colour pixelOf(std::uint8_t grey, std::uint32_t label)
{
    if (label == noObject || label == excludedLabel)
        return {grey, grey, grey};
    Colour colour = colourOf(label);
    for (std::uint8_t &component : colour)
        component = std::uint8_t((grey + component) / 2);
    return colour;
}

} // namespace

Result<Picture> drawSegments(
    const Volume &volume, const std::vector<std::vector<std::uint32_t>> &labellings, std::int64_t slices)
{
    const std::int64_t rows = std::clamp(slices, std::int64_t(1), volume.size.z);
    const std::int64_t columns = 1 + std::int64_t(labellings.size());
    Picture picture{columns * (volume.size.x + gap) - gap, rows * (volume.size.y + gap) - gap, {}};
    if (const auto good = checkPictureSize(picture.width, picture.height); !good)
        return fail("The picture of the slices " + good.error().message);
    picture.rgb.assign(std::size_t(picture.width * picture.height * 3), paper);
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t z = (2 * row + 1) * volume.size.z / (2 * rows);
        for (std::int64_t column = 0; column < columns; ++column) {
            for (std::int64_t y = 0; y < volume.size.y; ++y) {
                for (std::int64_t x = 0; x < volume.size.x; ++x) {
                    const std::size_t voxel = volume.size.indexOf({z, y, x});
                    const std::uint32_t label = column > 0 ? labellings[std::size_t(column - 1)][voxel] : noObject;
                    const std::int64_t target
                        = (row * (volume.size.y + gap) + y) * picture.width + column * (volume.size.x + gap) + x;
                    const Colour colour = pixelOf(volume.raw[voxel], label);
                    std::copy(colour.begin(), colour.end(), picture.rgb.begin() + target * 3);
                }
            }
        }
    }
    return picture;
}

} // namespace motley
