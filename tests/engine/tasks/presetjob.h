// A ready job as a person starts it, with the paths that it leaves open filled in.
#pragma once

#include "engine/job/presets.h"

#include <string>

namespace motley {

// Few steps of it, with data made up for its task under `folder`.
JobSpec filledIn(const Preset &preset, const std::string &folder);

} // namespace motley
