// With how many threads a processor trains a job fastest. More are not always faster: under a quota of less than one
// processor two threads use it up in half the time and then stand still together, and the two threads of one core share
// its arithmetic.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/tasks/task.h"

#include <vector>

namespace motley {

// Tries the numbers by turns, each for about half a second, and sets torch to the fastest, which is returned. A larger
// number must gain at least 3 %. `counts`: ascending, not empty. `otherwise` is set where steps take more than half a
// second with the most threads, as trying them would take long.
int chooseThreads(Task &task, const JobSpec &job, std::int64_t batch, const std::vector<int> &counts, int otherwise);

} // namespace motley
