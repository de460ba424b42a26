// A label for each word of a sentence, from a BERT that is fine-tuned.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry tokenClassification();

} // namespace motley
