// Presets as a person starts them, with the paths of data filled in.
#pragma once

#include "engine/job/presets.h"

#include <string>

namespace motley {

// A few steps of the preset with small batches, with made-up data for its task under `folder`.
JobSpec filledIn(const Preset &preset, const std::string &folder);

} // namespace motley
