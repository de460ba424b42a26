// A parallel loop over a range of numbers.
#pragma once

#include <cstdint>
#include <functional>

namespace motley {

// Calls work(0) to work(count - 1), in any order, on up to `threads` threads including the calling one. Threads are
// started for each call: that takes some 20 microseconds, decoding a picture some milliseconds. After the first
// exception no further work begins, and the exception is rethrown to the caller.
void inParallel(std::int64_t count, int threads, const std::function<void(std::int64_t)> &work);

} // namespace motley
