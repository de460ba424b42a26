// A text and its translation, line by line.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

struct ParallelText {
    std::vector<std::string> source;
    std::vector<std::string> target; // the translation of each source line
};

// Blank lines at the end of both files are dropped, others are kept. Errors name the files: different numbers of lines,
// not UTF-8.
Result<ParallelText> readParallelText(const std::string &sourceFile, const std::string &targetFile);

} // namespace motley
