// A command line of HetSeq (Ding et al. 2021) as a job of ours.
#pragma once

#include "engine/job/jobspec.h"

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

struct HetSeqScript {
    std::string name; // for errors and notes
    std::string text;
};

// The scripts that start one training on its machines; one of them is enough. The first one's command is taken, and a
// note says where the others differ in more than their rank. Errors, besides: a script that does not call train.py.
Result<ImportedJob> importHetSeq(const std::vector<HetSeqScript> &scripts);

} // namespace motley
