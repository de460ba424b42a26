// Token classification: fine-tunes a BERT to label each word of a sentence.
#pragma once

#include "engine/tasks/registry.h"

namespace motley {

TaskEntry tokenClassification();

} // namespace motley
