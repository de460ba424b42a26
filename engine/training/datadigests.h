// Names what a model was trained on, so that others can tell whether they have the same.
#pragma once

#include "engine/job/tasks/taskspec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct DataDigest {
    std::string field; // of the job: "data.train"
    std::string name; // of the file or folder, without the path to it
    std::int64_t files = 0;
    std::int64_t bytes = 0;
    // The hash of a file as sha256sum prints it; for several files that of the lines "HASH  NAME", in the order of the
    // names. Empty: there are too many bytes to read again, or a file cannot be read.
    std::string sha256;
};

// One entry for each field that names data. Only sizes are recorded where all data together exceed `mostBytes`.
std::vector<DataDigest> digestsOf(const TaskSpec &task, std::int64_t mostBytes);

} // namespace motley
