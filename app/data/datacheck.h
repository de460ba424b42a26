// Reads of a task's data what would fail only on the machines, after everything was sent: the first and last records,
// the tokenizer, and whether files that belong together have as many lines.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <functional>

namespace motley {

// Errors name the file and what is wrong with it. `keepGoing` is asked now and then while a long file is read; after
// its first no, what was not read yet counts as good.
Result<void> checkData(const TaskSpec &task, const std::function<bool()> &keepGoing);

} // namespace motley
