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
        std::int64_t label = 0; // place of its subfolder in `classes`
    };
    std::vector<std::string> classes; // names of the subfolders in byte order
    std::vector<Entry> entries; // by path
};

// .jpg, .jpeg and .png, in the subfolders at any depth; hidden files are passed over. The Error names what is missing:
// a folder without subfolders, or a subfolder without pictures.
Result<ImageFolder> listPictures(const std::string &folder);

// The same with the classes given, as a test set must have them: a subfolder that is not among them is an Error.
Result<ImageFolder> listPictures(const std::string &folder, const std::vector<std::string> &classes);

} // namespace motley
