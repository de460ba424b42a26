// The one way in which a folder of data is read, sent and hashed.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace motley {

struct WalkedFile {
    std::string path;
    std::string name; // below the walked folder: "cat/old/1.jpg"

    bool operator==(const WalkedFile &) const = default;
};

struct FolderWalk {
    std::function<bool(const std::string &name)> isWanted{}; // of a file; empty: all are
    bool entersFolders = true;
    std::size_t entriesAtMost = 10'000'000; // files and folders
    // Asked before each entry; after its first no, the result is what was found until then.
    std::function<bool()> keepGoing{};
};

// The wanted files below a folder, in the byte order of their names. A link counts as what it leads to, except a link
// to a folder that it lies in. What begins with a dot is passed over, with all that is in it. Errors: a folder that
// cannot be read, a wanted file that is a link to nothing, or too many entries; each is named.
Result<std::vector<WalkedFile>> filesBelow(const std::string &folder, const FolderWalk &walk = {});

// The names of the folders in a folder that a walk of it enters, in byte order. Errors: the folder cannot be read.
Result<std::vector<std::string>> foldersIn(const std::string &folder);

} // namespace motley
