// Imports a command line of HetSeq (Ding et al. 2021) as a job.
#pragma once

#include "engine/job/jobspec.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace motley {

struct ImportedJob {
    JobSpec job;
    std::vector<std::string> notes; // sentences on what could not be imported or means something else here
};

// The tokens of a row of the file or folder that --data names, by which HetSeq divides BERT's gradients.
using RowLength = std::function<Result<std::int64_t>(const std::string &data)>;

// `words`: the command line, with or without "python .../train.py" in front. Errors: a flag that HetSeq does not have
// or a value that it would refuse; a BERT whose rows have no known length.
Result<ImportedJob> importHetSeq(const std::vector<std::string> &words, const RowLength &rowLength);

struct HetSeqScript {
    std::string name; // for errors and notes
    std::string text;
};

// Imports from the scripts that start one training on its machines; one of them is enough. The command of the first
// script is taken, and a note says which others differ from it in more than their rank. Errors: those for a command
// line; a script that does not call train.py.
Result<ImportedJob> importHetSeq(const std::vector<HetSeqScript> &scripts, const RowLength &rowLength);

} // namespace motley
