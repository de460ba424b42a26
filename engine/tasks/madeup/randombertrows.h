// Rows of random tokens for the pre-training of BERT.
#pragma once

#include "engine/base/keyedrandom.h"
#include "engine/base/result.h"
#include "engine/formats/bertconfig.h"

#include <string>

namespace motley {

struct BertRowShape {
    std::int64_t rows = 0;
    std::int64_t length = 0; // tokens of a row, none of them padding
    std::int64_t hiddenWords = 0; // of a row, to be predicted; fewer than its tokens
};

// Writes an HDF5 file in the format of the task. Errors name the file.
Result<void> writeRandomBertRows(
    const BertConfig &config, const BertRowShape &shape, Random &random, const std::string &path);

} // namespace motley
