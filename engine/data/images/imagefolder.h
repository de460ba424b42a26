// A folder of pictures, one subfolder for each class.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct ImageFolder {
    struct Entry {
        std::string path;
        std::int64_t label = 0; // index of the subfolder in `classes`
    };
    std::vector<std::string> classes; // names of the subfolders in byte order
    std::vector<Entry> entries; // sorted by path
};

// Lists .jpg, .jpeg and .png files in the subfolders at any depth (engine/base/folderwalk.h). Errors name what is
// missing: a folder without subfolders, or a subfolder without pictures.
Result<ImageFolder> listPictures(const std::string &folder);

// Lists the pictures of a test set, whose subfolders must be among the given classes of the training set. Errors: a
// subfolder that is not among them, or no pictures.
Result<ImageFolder> listPictures(const std::string &folder, const std::vector<std::string> &classes);

} // namespace motley
