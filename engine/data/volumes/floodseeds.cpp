#include "engine/data/volumes/floodseeds.h"

#include "engine/data/volumes/alongaxis.h"
#include "engine/data/volumes/distancetransform.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double neighbourhood = 49.0 / 6.0; // standard deviation of the Gaussian, in voxels
constexpr std::int64_t peakReach = 3; // voxels along each axis within which a peak must be the highest

constexpr Axis axes[] = {Axis::Z, Axis::Y, Axis::X};

// The index of a position on a line that is continued by its mirror image beyond its ends.
std::int64_t mirrored(std::int64_t position, std::int64_t length)
{
    const std::int64_t period = 2 * length;
    const std::int64_t within = (position % period + period) % period;
    return within < length ? within : period - 1 - within;
}

void filter(std::span<const float> line, std::span<float> result, const std::vector<float> &weights)
{
    const auto length = std::int64_t(line.size());
    const auto reach = std::int64_t(weights.size() / 2);
    for (std::int64_t i = 0; i < length; ++i) {
        float sum = 0;
        for (std::int64_t k = -reach; k <= reach; ++k)
            sum += weights[std::size_t(k + reach)] * line[std::size_t(mirrored(i + k, length))];
        result[std::size_t(i)] = sum;
    }
}

void filterAlong(std::vector<float> &values, Zyx size, Axis axis, const std::vector<float> &weights)
{
    alongAxis(values, size, axis, [&](auto line, auto result) { filter(line, result, weights); });
}

std::vector<float> gradientMagnitude(const Volume &volume)
{
    std::vector<float> squares(volume.raw.size());
    for (const Axis direction : axes) {
        std::vector<float> slope(volume.raw.begin(), volume.raw.end());
        for (const Axis axis : axes)
            filterAlong(slope, volume.size, axis,
                axis == direction ? std::vector<float>{-1, 0, 1} : std::vector<float>{1, 2, 1});
        for (std::size_t i = 0; i < squares.size(); ++i)
            squares[i] += slope[i] * slope[i];
    }
    for (float &value : squares)
        value = std::sqrt(value);
    return squares;
}

std::vector<float> bellWeights(double deviation)
{
    const auto reach = std::int64_t(4 * deviation);
    std::vector<float> weights;
    double sum = 0;
    for (std::int64_t k = -reach; k <= reach; ++k) {
        weights.push_back(float(std::exp(-0.5 * double(k * k) / (deviation * deviation))));
        sum += double(weights.back());
    }
    for (float &weight : weights)
        weight = float(double(weight) / sum);
    return weights;
}

std::vector<std::uint8_t> findEdges(const Volume &volume)
{
    const std::vector<float> gradient = gradientMagnitude(volume);
    std::vector<float> mean = gradient;
    for (const Axis axis : axes)
        filterAlong(mean, volume.size, axis, bellWeights(neighbourhood));
    std::vector<std::uint8_t> edges;
    for (std::size_t i = 0; i < mean.size(); ++i)
        edges.push_back(gradient[i] > mean[i]);
    return edges;
}

void largestAround(std::span<const float> line, std::span<float> result)
{
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto first = line.begin() + std::max(std::int64_t(i) - peakReach, std::int64_t(0));
        const auto last = line.begin() + std::min(std::int64_t(i) + peakReach + 1, std::int64_t(line.size()));
        result[i] = *std::max_element(first, last);
    }
}

} // namespace

std::vector<Zyx> findSeeds(const Volume &volume)
{
    const std::vector<float> distances = distanceTransform(volume.size, findEdges(volume));
    std::vector<float> largest = distances;
    for (const Axis axis : axes)
        alongAxis(largest, volume.size, axis, largestAround);

    std::vector<std::int64_t> peaks;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        if (distances[i] > 0 && std::isfinite(distances[i]) && distances[i] == largest[i])
            peaks.push_back(std::int64_t(i));
    }
    std::stable_sort(peaks.begin(), peaks.end(),
        [&](std::int64_t a, std::int64_t b) { return distances[std::size_t(a)] > distances[std::size_t(b)]; });

    std::vector<Zyx> seeds;
    std::vector<std::uint8_t> taken(distances.size()); // only one voxel of a plateau becomes a peak
    for (const std::int64_t peak : peaks) {
        if (taken[std::size_t(peak)])
            continue;
        const Zyx position = volume.size.positionOf(peak);
        seeds.push_back(position);
        for (std::int64_t i = 0; i < 343; ++i) {
            const Zyx near = position + Zyx{7, 7, 7}.positionOf(i) - Zyx{peakReach, peakReach, peakReach};
            if (volume.size.holds(near))
                taken[volume.size.indexOf(near)] = 1;
        }
    }
    return seeds;
}

} // namespace motley
