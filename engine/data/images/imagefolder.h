// A folder of pictures, one subfolder for each class.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace motley {

struct ImageFolder {
    struct Entry {
        std::string path;
        std::int64_t label = 0; // index of the subfolder in `classes`
    };
    std::vector<std::string> classes; // names of the subfolders (labelName()), in byte order
    std::vector<Entry> entries; // sorted by class and path
    std::map<std::string, std::int64_t> leftOut; // number of other files by ending, such as ".bmp"; hidden ones apart
    std::string path{}; // of the folder, with which those of the entries begin
    std::int64_t withoutClass = 0; // pictures that lie beside the subfolders
};

bool isPictureName(const std::string &path); // ends in .jpg, .jpeg or .png

// Lists the pictures in the subfolders at any depth (engine/base/folders/folderwalk.h). Errors name what is missing, a
// folder without subfolders or a subfolder without pictures, and subfolders whose names are the same text.
Result<ImageFolder> listPictures(const std::string &folder);

// Lists the pictures at any depth, without classes.
Result<ImageFolder> listUnlabelled(const std::string &folder);

// Lists the pictures of a test set, whose subfolders must be among the given classes of the training set. Errors: a
// subfolder that is not among them, or no pictures.
Result<ImageFolder> listPictures(const std::string &folder, const std::vector<std::string> &classes);

// "21 files in FOLDER are left out, as only ... are read: 20 .bmp, 1 .txt.", and how many pictures have no class.
// Empty: nothing is left out.
std::string describeLeftOut(const ImageFolder &list, const std::string &folder);

} // namespace motley
