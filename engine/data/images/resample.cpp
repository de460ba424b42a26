#include "engine/data/images/resample.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

// The weights of source pixels in one pixel of the result, along one axis.
struct Taps {
    std::int64_t first = 0;
    std::vector<float> weights; // sum 1
};

std::vector<Taps> tapsAlong(double begin, double length, std::int64_t sourceSize, std::int64_t size)
{
    const double scale = length / double(size);
    const double reach = std::max(scale, 1.0);
    std::vector<Taps> taps;
    for (std::int64_t i = 0; i < size; ++i) {
        const double centre = begin + (double(i) + 0.5) * scale;
        const auto first = std::clamp(std::int64_t(std::floor(centre - reach + 0.5)), std::int64_t(0), sourceSize - 1);
        const auto last = std::clamp(std::int64_t(std::floor(centre + reach + 0.5)), first + 1, sourceSize);
        Taps here{first, {}};
        double sum = 0;
        for (std::int64_t source = first; source < last; ++source) {
            const double weight = std::max(0.0, 1 - std::abs((double(source) + 0.5 - centre) / reach));
            here.weights.push_back(float(weight));
            sum += weight;
        }
        if (sum <= 0) // the pixel lies outside the picture: take the nearest source pixel
            here.weights.assign(1, 1.0F);
        else
            for (float &weight : here.weights)
                weight = float(weight / sum);
        taps.push_back(std::move(here));
    }
    return taps;
}

} // namespace

void resample(const Picture &picture, Cutout cutout, std::int64_t width, std::int64_t height, std::span<float> planes)
{
    const auto across = tapsAlong(cutout.left, cutout.width, picture.width, width);
    const auto down = tapsAlong(cutout.top, cutout.height, picture.height, height);
    const std::int64_t firstRow = down.front().first;
    const std::int64_t lastRow = down.back().first + std::int64_t(down.back().weights.size());

    // Rows of the source, already resampled to the width of the result.
    std::vector<float> narrowed(std::size_t((lastRow - firstRow) * width * 3));
    float *target = narrowed.data();
    for (std::int64_t y = firstRow; y < lastRow; ++y) {
        const std::uint8_t *row = picture.rgb.data() + std::size_t(y * picture.width * 3);
        for (const Taps &taps : across) {
            const std::uint8_t *pixel = row + taps.first * 3;
            float red = 0;
            float green = 0;
            float blue = 0;
            for (const float weight : taps.weights) {
                red += weight * float(pixel[0]);
                green += weight * float(pixel[1]);
                blue += weight * float(pixel[2]);
                pixel += 3;
            }
            *target++ = red;
            *target++ = green;
            *target++ = blue;
        }
    }

    std::fill(planes.begin(), planes.end(), 0.0F);
    const std::int64_t plane = width * height;
    for (std::int64_t y = 0; y < height; ++y) {
        const Taps &taps = down[std::size_t(y)];
        for (std::size_t i = 0; i < taps.weights.size(); ++i) {
            const float *row = narrowed.data() + (taps.first - firstRow + std::int64_t(i)) * width * 3;
            for (std::int64_t x = 0; x < width; ++x) {
                for (std::int64_t colour = 0; colour < 3; ++colour)
                    planes[std::size_t(colour * plane + y * width + x)] += taps.weights[i] * *row++;
            }
        }
    }
}

} // namespace motley
