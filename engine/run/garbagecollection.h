// Removes what an install root no longer needs: trees that neither a living run nor the two newest engines use, folders
// of runs whose results were collected or which never had any, blobs that no tree links to, and uploads that were not
// continued for a day.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct Removed {
    std::string path;
    std::int64_t bytes = 0; // disk space that this freed
};

// Errors: no such folder, or one that is no install root. What cannot be removed is left and not in the list.
Result<std::vector<Removed>> cleanUp(const std::string &root);

} // namespace motley
