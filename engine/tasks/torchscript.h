// Trains a user's own model in TorchScript.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry torchScript();

} // namespace motley
