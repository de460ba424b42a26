#include "engine/data/volumes/fieldofview.h"

namespace motley {

namespace {

constexpr std::int64_t largestView = 255; // voxels along an axis

bool isGood(std::int64_t size, std::int64_t step)
{
    return size >= 3 && size <= largestView && size % 2 == 1 && step >= 1 && step <= size / 2;
}

} // namespace

Result<void> validate(const FieldOfView &view)
{
    if (!isGood(view.size.z, view.step.z) || !isGood(view.size.y, view.step.y) || !isGood(view.size.x, view.step.x))
        return fail("A field of view needs odd sizes from 3 to 255 voxels and steps from 1 to half of them.");
    return {};
}

std::array<Zyx, moveCount> moves(Zyx step)
{
    std::array<Zyx, moveCount> ways;
    std::size_t next = 0;
    for (const std::int64_t z : {-step.z, std::int64_t(0), step.z}) {
        for (const std::int64_t y : {-step.y, std::int64_t(0), step.y}) {
            for (const std::int64_t x : {-step.x, std::int64_t(0), step.x}) {
                if (z != 0 || y != 0 || x != 0)
                    ways[next++] = {z, y, x};
            }
        }
    }
    return ways;
}

} // namespace motley
