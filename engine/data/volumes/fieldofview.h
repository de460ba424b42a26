// What a flood-filling network sees at once, and how far it moves: Januszewski et al. 2018.
#pragma once

#include "engine/base/result.h"
#include "engine/data/volumes/zyx.h"

#include <array>

namespace motley {

struct FieldOfView {
    Zyx size{17, 17, 17}; // voxels, odd, so that there is a centre
    Zyx step{4, 4, 4}; // of a move; at most half the size, so that a move goes to what has been seen

    Zyx reach() const { return half(size) + step; } // how far from its centre an example goes
    Zyx patch() const { return size + step * 2; } // an example: the centre and one move to every side

    bool operator==(const FieldOfView &) const = default;
};

Result<void> validate(const FieldOfView &view); // the Error says what would be right

// A step back, none or one forth along each axis, without staying: 26 ways, in a fixed order.
inline constexpr std::size_t moveCount = 26;
std::array<Zyx, moveCount> moves(Zyx step);

} // namespace motley
