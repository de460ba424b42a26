// Where an input of a task lies.
#pragma once

#include <string>

namespace motley {

struct DataPath {
    std::string path; // of a file or a folder: absolute, or relative to the folder of job.json; empty: none

    DataPath() = default;
    DataPath(std::string where) : path(std::move(where)) { } // implicit, so that a path can be given as text
    DataPath(const char *where) : path(where) { }

    bool empty() const { return path.empty(); }
    bool operator==(const DataPath &) const = default;
};

} // namespace motley
