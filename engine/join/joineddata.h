// Describes the data files of a machine in its join request, as all machines must have the same data.
#pragma once

#include "engine/job/datafiles.h"
#include "engine/protocol/joinrequest.h"

namespace motley {

// One entry for each file; more than 4096 files are combined into one entry. `sizesOnly`: contents are not read. Errors
// name the file that cannot be read.
Result<std::vector<JoiningFile>> joiningFiles(const std::vector<DataFile> &files, bool sizesOnly);

} // namespace motley
