#include "engine/data/volumes/labelfractions.h"

#include "engine/data/volumes/summedareatable.h"

#include <algorithm>
#include <unordered_map>

namespace motley {

namespace {

struct Object {
    std::int64_t voxels = 0;
    Zyx first; // corner of its bounding box
    Zyx last; // one past the opposite corner
};

Zyx smaller(Zyx a, Zyx b)
{
    return {std::min(a.z, b.z), std::min(a.y, b.y), std::min(a.x, b.x)};
}

Zyx larger(Zyx a, Zyx b)
{
    return {std::max(a.z, b.z), std::max(a.y, b.y), std::max(a.x, b.x)};
}

std::unordered_map<std::uint32_t, Object> findObjects(const Volume &volume)
{
    std::unordered_map<std::uint32_t, Object> objects;
    for (std::size_t i = 0; i < volume.labels.size(); ++i) {
        const Zyx position = volume.size.positionOf(std::int64_t(i));
        const auto [entry, isNew] = objects.try_emplace(volume.labels[i], Object{0, position, position});
        Object &object = entry->second;
        ++object.voxels;
        object.first = smaller(object.first, position);
        object.last = larger(object.last, position + Zyx{1, 1, 1});
    }
    return objects;
}

std::uint8_t classOf(double fraction)
{
    const auto above = std::upper_bound(fractionThresholds.begin(), fractionThresholds.end(), fraction);
    return std::uint8_t(above - fractionThresholds.begin() + 1);
}

// Sets the classes of an object's voxels. Only its bounding box is counted, since the object has no voxels outside.
void classifyObject(
    const Volume &volume, std::uint32_t label, const Object &object, Zyx reach, std::vector<std::uint8_t> &classes)
{
    const Zyx box = object.last - object.first;
    std::vector<std::uint8_t> marks(std::size_t(box.product()));
    for (std::size_t i = 0; i < marks.size(); ++i)
        marks[i] = volume.labels[volume.size.indexOf(object.first + box.positionOf(std::int64_t(i)))] == label;
    const SummedAreaTable table(box, marks);

    const Zyx firstCentre = larger(object.first, reach);
    const Zyx lastCentre = smaller(object.last, volume.size - reach);
    const double surroundings = double((reach * 2 + Zyx{1, 1, 1}).product());
    for (std::int64_t z = firstCentre.z; z < lastCentre.z; ++z) {
        for (std::int64_t y = firstCentre.y; y < lastCentre.y; ++y) {
            for (std::int64_t x = firstCentre.x; x < lastCentre.x; ++x) {
                const Zyx position = Zyx{z, y, x} - object.first;
                if (!marks[box.indexOf(position)])
                    continue;
                const std::int64_t same
                    = table.sum(larger(position - reach, {}), smaller(position + reach + Zyx{1, 1, 1}, box));
                classes[volume.size.indexOf({z, y, x})] = classOf(double(same) / surroundings);
            }
        }
    }
}

} // namespace

std::vector<std::uint8_t> classifyByFraction(const Volume &volume, Zyx reach, std::int64_t smallestObject)
{
    std::vector<std::uint8_t> classes(volume.labels.size(), noClass);
    for (const auto &[label, object] : findObjects(volume)) {
        if (label != noObject && label != excludedLabel && object.voxels >= smallestObject)
            classifyObject(volume, label, object, reach, classes);
    }
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (volume.labels[i] == excludedLabel)
            classes[i] = excludedClass;
    }
    return classes;
}

} // namespace motley
