// CUDA's libraries, most of what the engine weighs: they come to this computer once a GPU takes part in a run.
#pragma once

#include "engine/base/result.h"

#include <stop_token>

namespace motley {

// Runs cmake/fetch-cuda of the sources, or the program that MOTLEY_FETCH_CUDA names. Errors have its last output.
Result<void> fetchCuda(std::stop_token stop);

} // namespace motley
