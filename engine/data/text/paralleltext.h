// Two texts in two languages: line by line the same.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

struct ParallelText {
    std::vector<std::string> source;
    std::vector<std::string> target; // the translation of each source line
};

// Refuses files of unequal numbers of lines. Blank lines at the end of both do not count, others stay as they are.
// Errors name the files.
Result<ParallelText> readParallelText(const std::string &sourceFile, const std::string &targetFile);

} // namespace motley
