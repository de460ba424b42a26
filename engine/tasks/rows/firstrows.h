// The first rows of a job's data as the model gets them, for people who want to see what it will learn.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/rows/trainingrows.h"

namespace motley {

struct RowLimits {
    std::int64_t rows = 20'000; // that are counted, of training and of tests
    std::int64_t tokens = 4'000'000; // of these
};

// Up to `most` rows of the training data: of language models by the tokens of the model that the job starts from, of
// translation and tags as they are written in the files. Rows of conversations are counted; of other long files little
// more is read than the rows that are shown. Errors: what would end a run before its first step, as far as these rows
// show it; a task whose data are no text.
Result<TrainingRows> firstRows(const JobSpec &job, int most, const RowLimits &limits = {});

} // namespace motley
