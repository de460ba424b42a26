// The first rows of a job's data as the model gets them, for people who want to see what it will learn.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/rows/trainingrows.h"

namespace motley {

// Up to `most` rows of the training data: of language models by the tokens of the model that the job starts from, of
// translation and tags as they are written in the files. Reads little more of long files than these rows. Errors: what
// would end a run before its first step, as far as these rows show it; a task whose data are no text.
Result<TrainingRows> firstRows(const JobSpec &job, int most);

} // namespace motley
