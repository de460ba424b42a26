#include "engine/device/mallocsettings.h"

#include <malloc.h>

#include <limits>

namespace motley {

void keepFreedMemory()
{
    constexpr int always = std::numeric_limits<int>::max();
    mallopt(M_MMAP_MAX, 0); // large blocks too come from the heap
    mallopt(M_TRIM_THRESHOLD, always);
    mallopt(M_TOP_PAD, 64 << 20); // bytes by which the heap grows at least
}

} // namespace motley
