// Removes a run from the list: its folder here and those on its machines.
#pragma once

#include <string>
#include <vector>

namespace motley {

struct RemoveRunOptions {
    std::string run; // id or name
    std::vector<std::string> fingerprints; // of host keys that are accepted
    bool isConfirmed = false;
};

int removeRun(const RemoveRunOptions &options); // returns the exit code

} // namespace motley
