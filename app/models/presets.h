// The engine's ready jobs, as this computer can start them.
#pragma once

#include "engine/job/presets.h"

#include <QString>

#include <vector>

namespace motley {

QString presetName(const Preset &preset); // as a person reads it

// With the data where this computer has them.
const std::vector<Preset> &readyJobs();

} // namespace motley
