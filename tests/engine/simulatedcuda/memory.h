// The memory of the simulated devices, and pinned memory of the host.
#pragma once

#include "streams.h"

#include <c10/core/Allocator.h>

namespace simulated {

struct Block {
    std::size_t size = 0;
    int device = 0;
    c10::StreamId stream = 0; // that it was allocated for
    c10::StreamId writer = -1; // that last wrote to it; -1: none
    std::int64_t written = 0; // by which of the writer's launches
    Past read; // since then
    std::set<c10::StreamId> recorded; // that freeing it waits for
};

Block *blockOf(const void *address); // null: not an address of device memory; hold the mutex
void *readable(const void *address); // the same memory, where the host can read it

c10::Allocator &deviceAllocator();
c10::Allocator &pinnedAllocator();
bool isPinned(const void *address);

} // namespace simulated
