// What a collective throws when another rank is gone or cannot be reached. Nothing of the group can be used afterwards.
#pragma once

#include <stdexcept>

namespace motley {

struct PeerLost : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace motley
