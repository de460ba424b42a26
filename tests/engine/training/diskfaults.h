// Faults of a disk for the test that links this: in place of the C library's, its calls count what changes below a
// folder, and one of them ends the process or fails. Syncs reach no disk; a power cut takes what was not synced.
#pragma once

#include <string>
#include <vector>

namespace motley {

struct DiskFault {
    enum class Kind {
        None,
        Kill, // the process ends before the call, in a write after half of its bytes
        PowerCut, // so too, and what was not synced is not there
        Fail, // the call fails with `error`
        FailFromThere, // so do all after it
        Short, // a write takes half of its bytes; another call goes well
        Slow, // this call and all after it take 20 ms
    };
    Kind kind = Kind::None;
    int at = 0; // the call, from 1 on
    int error = 0; // of errno
};

// From now on, for calls below `folder`.
void beginDiskFault(const std::string &folder, const DiskFault &fault);
void endDiskFault();
std::vector<std::string> diskCalls(); // since beginDiskFault(), by name

} // namespace motley
