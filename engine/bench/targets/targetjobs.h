// Jobs that speed on a GPU is judged by, of models of the sizes that others publish figures of, with random token ids.
#pragma once

#include "engine/job/jobspec.h"

#include <string>
#include <vector>

namespace motley {

// "bert-large-512": BERT-large pre-training on rows of 512 tokens, 80 of them hidden. "gpt2-124m-1024": GPT-2 with 124
// million parameters on 1024 tokens.
const std::vector<std::string> &targetNames();

// One of them, with its files in `folder`, which must exist. Errors name the file.
Result<JobSpec> makeTargetJob(const std::string &name, const std::string &folder);

} // namespace motley
