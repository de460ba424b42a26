// Translation with a Transformer.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry translation();

} // namespace motley
