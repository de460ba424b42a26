// Jobs that are ready to run or lack only paths: the files in resources/presets, compiled into the program.
#pragma once

#include "engine/job/jobspec.h"

#include <string>
#include <vector>

namespace motley {

struct Preset {
    std::string name; // name of its file without .json: "fashion-mnist"
    JobSpec job; // may lack paths that only the user knows
};

const std::vector<Preset> &presets(); // at least one

} // namespace motley
