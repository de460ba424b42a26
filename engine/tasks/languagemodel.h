// Language modelling: predicts the next token of a text.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry languageModel();

} // namespace motley
