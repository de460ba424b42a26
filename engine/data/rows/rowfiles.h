// The files of BERT's rows in a folder, by what they are for.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct RowFiles {
    std::vector<std::string> paths; // sorted
    std::vector<std::string> leftOut{}; // names of files in the folder that are of no use, sorted
};

// `path` itself if it is a file. In a folder, at any depth, the files whose names are of training (splitOf()), or if
// there are none those of no split; the others of no split are left out. At most `most` files; 0: all. Errors: there is
// no such file or folder, or no file is left.
Result<RowFiles> findTrainingRows(const std::string &path, std::int64_t most);

// The files of a folder that is also trained on whose names are of validation, or if there are none those of a test;
// the tests beside validation are left out. No paths: nothing is to be tested, as where `path` is a file.
Result<RowFiles> findRowsBeside(const std::string &path);

// The files to be tested on: `path` itself if it is a file; in a folder those as above, or if there are none all files.
Result<RowFiles> findTestRows(const std::string &path);

} // namespace motley
