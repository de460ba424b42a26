#include "engine/data/volumes/coarservolume.h"

#include <algorithm>

namespace motley {

namespace {

template <typename T, typename Visit>
void forCube(const std::vector<T> &values, Zyx size, Zyx corner, std::int64_t factor, const Visit &visit)
{
    for (std::int64_t z = 0; z < factor; ++z)
        for (std::int64_t y = 0; y < factor; ++y)
            for (std::int64_t x = 0; x < factor; ++x)
                visit(values[size.indexOf(corner + Zyx{z, y, x})]);
}

std::uint32_t mostFrequent(std::vector<std::uint32_t> &labels)
{
    std::sort(labels.begin(), labels.end());
    std::uint32_t best = labels.front();
    std::ptrdiff_t most = 0;
    for (auto first = labels.begin(); first != labels.end();) {
        const auto last = std::upper_bound(first, labels.end(), *first);
        if (last - first > most) {
            most = last - first;
            best = *first;
        }
        first = last;
    }
    return best;
}

} // namespace

Volume coarser(const Volume &fine, std::int64_t factor, Zyx first)
{
    if (factor == 1)
        return fine;
    Volume coarse;
    const Zyx covered = fine.size - first;
    coarse.size = {covered.z / factor, covered.y / factor, covered.x / factor};
    const std::int64_t cube = factor * factor * factor;
    const std::int64_t voxels = coarse.size.product();
    coarse.raw.reserve(std::size_t(voxels));
    coarse.labels.reserve(fine.labels.empty() ? 0 : std::size_t(voxels));
    std::vector<std::uint32_t> labels;
    for (std::int64_t i = 0; i < voxels; ++i) {
        const Zyx corner = first + coarse.size.positionOf(i) * factor;
        std::int64_t sum = cube / 2; // so that the division below rounds
        forCube(fine.raw, fine.size, corner, factor, [&](std::uint8_t grey) { sum += grey; });
        coarse.raw.push_back(std::uint8_t(sum / cube));
        if (fine.labels.empty())
            continue;
        labels.clear();
        forCube(fine.labels, fine.size, corner, factor, [&](std::uint32_t label) { labels.push_back(label); });
        coarse.labels.push_back(mostFrequent(labels));
    }
    return coarse;
}

std::vector<std::uint32_t> finerLabels(
    const std::vector<std::uint32_t> &labels, Zyx coarse, std::int64_t factor, Zyx fine)
{
    if (factor == 1)
        return labels;
    std::vector<std::uint32_t> found;
    found.reserve(std::size_t(fine.product()));
    for (std::int64_t i = 0; i < fine.product(); ++i) {
        const Zyx position = fine.positionOf(i);
        found.push_back(labels[coarse.indexOf({std::min(position.z / factor, coarse.z - 1),
            std::min(position.y / factor, coarse.y - 1), std::min(position.x / factor, coarse.x - 1)})]);
    }
    return found;
}

} // namespace motley
