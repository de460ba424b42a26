#include "engine/base/process/standardstreams.h"

#include "engine/base/descriptor.h"

#include <fcntl.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <iostream>

namespace motley {

namespace {

// A file system over a network may refuse a write as late as when the file is closed.
bool canBeClosed(int descriptor)
{
    const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return copy >= 0 && ::close(copy) == 0;
}

} // namespace

// Each number is opened the wrong way round: a program may write to no input, and read no output.
void keepStandardStreams()
{
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(number, F_GETFD) < 0)
            static_cast<void>(open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

void ignoreFileSizeSignal()
{
    signal(SIGXFSZ, SIG_IGN);
}

// The C library keeps no reason why an earlier write failed. What there is of the output is useless then, so one more
// byte may be written to it to be told.
Result<void> finishOutput()
{
    std::cout.flush();
    std::fflush(stdout);
    if (std::cout && !std::ferror(stdout) && canBeClosed(STDOUT_FILENO))
        return {};
    const bool fails = ::write(STDOUT_FILENO, "\n", 1) < 0;
    return fail("Not all of the output could be written to stdout.", fails ? systemReason(errno) : "");
}

} // namespace motley
