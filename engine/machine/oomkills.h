// How often the kernel has ended processes here because memory ran out. If the count grew while a rank ran, that is why
// the rank got signal 9.
#pragma once

#include <cstdint>

namespace motley {

std::int64_t memoryKills(); // of this control group where the kernel says so, otherwise of the whole machine

} // namespace motley
