// Jobs that work as they are.
#pragma once

#include "engine/protocol/jobspec.h"

#include <QString>

#include <vector>

namespace motley {

struct Preset {
    QString name; // as a person reads it
    JobSpec job;
};

const std::vector<Preset> &presets(); // at least one

} // namespace motley
