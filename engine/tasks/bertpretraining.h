// BERT pre-training: predicts masked words, and whether the second sentence follows the first.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry bertPretraining();

} // namespace motley
