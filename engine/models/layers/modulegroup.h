// A module without parameters of its own. In it other modules are registered, whose names then contain a dot.
#pragma once

#include "engine/models/layers/torchlayers.h"

namespace motley {

class ModuleGroup : public torch::nn::Module { };

} // namespace motley
