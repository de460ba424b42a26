// This process's program, and more processes of it.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace motley {

std::string ownProgram(); // where it lies

struct ChildStreams { // descriptors; -1: could not be had
    int input = -1;
    int output = -1;
    int errors = -1;
};

enum class ChildKind {
    Plain,
    Supervised, // in a process group of its own, with SIGTERM held back until it has a handler for it
};

// Starts it with these arguments and huge pages for its heap, where there are any and GLIBC_TUNABLES says nothing else;
// it dies with this process. -1: not started, for want of a stream or a process, and errno says why.
pid_t startOwnProgram(
    std::vector<std::string> arguments, const ChildStreams &streams, ChildKind kind = ChildKind::Plain);

} // namespace motley
