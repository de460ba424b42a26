// What a machine says of its data to others that must have the same.
#pragma once

#include "engine/job/datafiles.h"
#include "engine/protocol/joinrequest.h"

namespace motley {

// Of more than 4096 files, one entry that stands for all. `sizesOnly`: files are not read. Errors name the file that
// cannot be.
Result<std::vector<JoiningFile>> joiningFiles(const std::vector<DataFile> &files, bool sizesOnly);

} // namespace motley
