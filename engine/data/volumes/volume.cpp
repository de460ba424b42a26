#include "engine/data/volumes/volume.h"

#include <algorithm>

namespace motley {

namespace {

template <typename T>
std::vector<T> boxOf(const std::vector<T> &values, Zyx size, Zyx first, Zyx extent)
{
    std::vector<T> box;
    if (values.empty())
        return box;
    box.reserve(std::size_t(extent.product()));
    for (std::int64_t z = 0; z < extent.z; ++z) {
        for (std::int64_t y = 0; y < extent.y; ++y) {
            const auto row = values.begin() + std::ptrdiff_t(size.indexOf(first + Zyx{z, y, 0}));
            box.insert(box.end(), row, row + extent.x);
        }
    }
    return box;
}

} // namespace

Volume Volume::box(Zyx first, Zyx extent) const
{
    return {extent, boxOf(raw, size, first, extent), boxOf(labels, size, first, extent)};
}

} // namespace motley
