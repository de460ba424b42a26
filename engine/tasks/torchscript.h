// A model of the user's own, as TorchScript.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry torchScript();

} // namespace motley
