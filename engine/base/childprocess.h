// Starts child processes: copies of this one, and programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace motley {

std::string ownProgram(); // path of the executable that this process runs

// Forks a copy of this process: it does `work`, ends with what that returns as its exit code, and gets
// `signalWithParent` when this process ends. Call it before this process has other threads, or let `work` do only what
// is safe between fork and exec, because other threads may have held any lock. -1: no process could be created, and
// errno says why.
pid_t forkChild(const std::function<int()> &work, int signalWithParent);

struct ChildStreams { // descriptors; -1: could not be opened
    int input = -1;
    int output = -1;
    int errors = -1;
};

enum class ChildKind {
    Plain,
    Supervised, // in a process group of its own, with SIGTERM and SIGUSR1 blocked until the program has handlers
};

// Starts a program with these arguments, and with huge pages for its heap where there are any and GLIBC_TUNABLES says
// nothing else; it dies with this process. -1: not started, for want of a stream or a process, and errno says why; a
// program that cannot be executed ends with exit code 127.
pid_t startProgram(const std::string &program, std::vector<std::string> arguments, const ChildStreams &streams,
    ChildKind kind = ChildKind::Plain);

// Waits until the child ends and returns its status as waitpid has it.
int waitForChild(pid_t child);

} // namespace motley
