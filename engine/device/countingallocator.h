// ATen's allocator for CPUs, which counts what it hands out and refuses what a thread is not allowed.
#pragma once

#include <c10/core/Allocator.h>

#include <cstdint>

namespace motley {

class CountingAllocator : public c10::Allocator {
public:
    static void install(); // once per process; further calls do nothing

    // Refuses allocations of this thread that would bring all tensors of the process above so many bytes; 0: no limit.
    static void limitThisThread(std::int64_t bytes);

    // Bytes of all tensors of the process, as the heap rounds them.
    static std::int64_t used();
    static std::int64_t peak(); // since restartPeak()
    static void restartPeak();

    c10::DataPtr allocate(std::size_t bytes) override; // throws c10::OutOfMemoryError
    c10::DeleterFnPtr raw_deleter() const override;
    void copy_data(void *to, const void *from, std::size_t bytes) const override;
};

} // namespace motley
