#include "engine/device/outofmemory.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

namespace motley {

namespace {

// Messages where no exception type stands for missing memory: those of ATen's allocator for CPUs, of CUDA calls outside
// its allocator (pinned memory, streams, loaded code), and of CUDA's libraries.
constexpr std::array wordsOfWant{"DefaultCPUAllocator: can't allocate memory", "CUDA error: out of memory",
    "CUBLAS_STATUS_ALLOC_FAILED", "CUDNN_STATUS_ALLOC_FAILED", "HOST_ALLOCATION_FAILED", "DEVICE_ALLOCATION_FAILED",
    "Cuda failure 2 'out of memory'"};

} // namespace

bool isOutOfMemory(const std::exception &failure)
{
    const std::string_view words(failure.what());
    return dynamic_cast<const std::bad_alloc *>(&failure) || dynamic_cast<const c10::OutOfMemoryError *>(&failure)
        || std::any_of(wordsOfWant.begin(), wordsOfWant.end(),
            [&](const char *want) { return words.find(want) != std::string_view::npos; });
}

} // namespace motley
