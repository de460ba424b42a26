#include "engine/device/outofmemory.h"

#include <c10/util/Exception.h>

#include <new>
#include <string_view>

namespace motley {

// ATen's allocator for CPUs throws no exception type of its own when memory runs out.
bool isOutOfMemory(const std::exception &failure)
{
    return dynamic_cast<const std::bad_alloc *>(&failure) || dynamic_cast<const c10::OutOfMemoryError *>(&failure)
        || std::string_view(failure.what()).find("DefaultCPUAllocator: can't allocate memory")
        != std::string_view::npos;
}

} // namespace motley
