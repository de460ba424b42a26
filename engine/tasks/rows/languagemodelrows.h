// The first rows of what a language model is trained on.
#pragma once

#include "engine/job/tasks/languagemodelspec.h"
#include "engine/tasks/rows/firstrows.h"

namespace motley {

// As firstRows().
Result<TrainingRows> languageModelRows(const LanguageModelSpec &spec, int most, const RowLimits &limits);

} // namespace motley
