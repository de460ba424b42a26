// Text that goes on: from each token the next.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry languageModel();

} // namespace motley
