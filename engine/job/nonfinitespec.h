// What a run does where the loss or the gradient of a step is not finite.
#pragma once

#include <cstdint>

namespace motley {

struct NonFiniteSpec {
    std::int64_t skips = 10; // most steps in a row that are left out
    bool rollBack = true; // to the newest checkpoint, once, after one more

    bool operator==(const NonFiniteSpec &) const = default;
};

} // namespace motley
