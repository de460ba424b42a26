// The field of view of a flood-filling network and the length of its moves (Januszewski et al. 2018).
#pragma once

#include "engine/base/result.h"
#include "engine/data/volumes/zyx.h"

#include <array>

namespace motley {

struct FieldOfView {
    Zyx size{17, 17, 17}; // voxels; odd, so that there is a centre
    Zyx step{4, 4, 4}; // voxels of a move; at most half the size, so that a move goes to a voxel that was seen

    Zyx reach() const { return half(size) + step; } // distance from the centre of an example to its border
    Zyx patch() const { return size + step * 2; } // size of an example: the view moved one step to every side

    bool operator==(const FieldOfView &) const = default;
};

Result<void> validate(const FieldOfView &view); // the Error says what would be right

// All combinations of -1, 0 and 1 steps along the axes except three zeros, in a fixed order.
inline constexpr std::size_t moveCount = 26;
std::array<Zyx, moveCount> moves(Zyx step);

} // namespace motley
