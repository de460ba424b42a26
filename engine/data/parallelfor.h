// The same work for many numbers, on several threads at once.
#pragma once

#include <cstdint>
#include <functional>

namespace motley {

// Calls work(0) to work(count - 1), in any order, on up to `threads` threads, this one among them. Threads live as long
// as the call: starting one takes some 20 microseconds, decoding a picture some milliseconds. The first exception ends
// the rest of the work and comes out of here.
void inParallel(std::int64_t count, int threads, const std::function<void(std::int64_t)> &work);

} // namespace motley
