// The engine's presets, as this computer can start them.
#pragma once

#include "engine/job/presets.h"

#include <QString>

#include <vector>

namespace motley {

QString presetName(const Preset &preset); // in the user's language

// All presets, with the paths of the data as this computer has them.
const std::vector<Preset> &readyJobs();

} // namespace motley
