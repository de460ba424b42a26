// A module that only lends its name to those registered in it: names with dots are modules in modules.
#pragma once

#include "engine/models/layers/torchlayers.h"

namespace motley {

class ModuleGroup : public torch::nn::Module { };

} // namespace motley
