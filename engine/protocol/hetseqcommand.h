// A command line of HetSeq (Ding et al. 2021) as a job of ours.
#pragma once

#include "engine/protocol/jobspec.h"

#include <string>
#include <vector>

namespace motley {

struct ImportedJob {
    JobSpec job;
    std::vector<std::string> notes; // what could not be carried over, or means something else here; a sentence each
};

// `words`: the command line, with or without "python .../train.py" in front. Errors: a flag that HetSeq does not have
// or a value that it would refuse.
Result<ImportedJob> importHetSeq(const std::vector<std::string> &words);

} // namespace motley
