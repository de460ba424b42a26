// Jobs that work, or need only a path: the files in resources/presets, inside the program.
#pragma once

#include "engine/job/jobspec.h"

#include <string>
#include <vector>

namespace motley {

struct Preset {
    std::string name; // of its file: "fashion-mnist"
    JobSpec job; // may lack paths that only a person can know
};

const std::vector<Preset> &presets(); // at least one

} // namespace motley
