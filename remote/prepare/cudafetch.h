// CUDA's libraries, most of what the engine weighs: they come to this computer once a GPU takes part in a run.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace motley {

using OnFetched = std::function<void(std::int64_t bytes, std::int64_t ofBytes)>; // called now and then

// Runs cmake/fetch-cuda of the installation or of the sources, or the program that MOTLEY_FETCH_CUDA names. What has
// come when it is stopped or fails is kept for the next time. Errors have its last output.
Result<void> fetchCuda(const OnFetched &fetched, std::stop_token stop);

} // namespace motley
