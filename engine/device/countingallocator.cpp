#include "engine/device/countingallocator.h"

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

#include <malloc.h>

#include <atomic>
#include <cstring>
#include <mutex>

namespace motley {

namespace {

std::atomic<std::int64_t> bytesUsed{0};
std::atomic<std::int64_t> bytesAtPeak{0};
thread_local std::int64_t limit = 0;

c10::Allocator &heap()
{
    return *c10::GetDefaultCPUAllocator();
}

void count(std::int64_t bytes)
{
    const std::int64_t now = bytesUsed += bytes;
    std::int64_t peak = bytesAtPeak;
    while (now > peak && !bytesAtPeak.compare_exchange_weak(peak, now)) { }
}

// The heap knows the size of a block, so it is not stored here.
void release(void *data)
{
    bytesUsed -= std::int64_t(malloc_usable_size(data));
    heap().raw_deleter()(data);
}

} // namespace

void CountingAllocator::install()
{
    static CountingAllocator counting;
    static std::once_flag once;
    std::call_once(once, [] { c10::SetCPUAllocator(&counting); });
}

void CountingAllocator::limitThisThread(std::int64_t bytes)
{
    limit = bytes;
}

std::int64_t CountingAllocator::used()
{
    return bytesUsed;
}

std::int64_t CountingAllocator::peak()
{
    return bytesAtPeak;
}

void CountingAllocator::restartPeak()
{
    bytesAtPeak = bytesUsed.load();
}

c10::DataPtr CountingAllocator::allocate(std::size_t bytes)
{
    TORCH_CHECK_WITH(OutOfMemoryError, limit == 0 || bytesUsed + std::int64_t(bytes) <= limit, "a tensor of ", bytes,
        " bytes beside the ", bytesUsed.load(), " in use would go beyond the limit of ", limit, " bytes");
    void *data = heap().allocate(bytes).release_context(); // of ATen's allocator for CPUs, the context is the data
    count(std::int64_t(malloc_usable_size(data)));
    return {data, data, &release, c10::Device(c10::kCPU)};
}

c10::DeleterFnPtr CountingAllocator::raw_deleter() const
{
    return &release;
}

void CountingAllocator::copy_data(void *to, const void *from, std::size_t bytes) const
{
    std::memcpy(to, from, bytes);
}

} // namespace motley
