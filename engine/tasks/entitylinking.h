// Entity linking: finds mentions of entities in text, and which entities they are.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry entityLinking();

} // namespace motley
