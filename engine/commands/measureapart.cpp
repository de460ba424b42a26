#include "engine/commands/measureapart.h"

#include "engine/commands/commands.h"
#include "engine/system/descriptor.h"
#include "engine/training/evaluate.h"
#include "engine/training/heap.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace motley {

namespace {

constexpr std::size_t longestAnswer = 1 << 16; // bytes

[[noreturn]] void measureAndEnd(const JobSpec &job, const Device &device, int threads, double seconds, int output)
{
    keepFreedMemory(); // as a worker does
    const auto speed = measureSpeed(job, device, threads, seconds);
    writeAll(output, speed ? toJson(*speed) : oneLine(speed.error()));
    _exit(speed ? exitDone : exitFailed);
}

std::string readToTheEnd(int input)
{
    std::string text;
    char chunk[4096];
    for (;;) {
        const ssize_t count = read(input, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || text.size() > longestAnswer)
            return text;
        text.append(chunk, std::size_t(count));
    }
}

} // namespace

Result<SpeedReport> measureApart(const JobSpec &job, const Device &device, int threads, double seconds)
{
    Pipe pipe = makePipe();
    const pid_t child = pipe.reader ? fork() : -1;
    if (child < 0)
        return fail("Could not start a process to measure with: " + systemReason(errno) + ".");
    if (child == 0)
        measureAndEnd(job, device, threads, seconds, pipe.writer.get());
    pipe.writer.close();
    const std::string answer = readToTheEnd(pipe.reader.get());
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    if (WIFEXITED(status) && WEXITSTATUS(status) == exitDone)
        return parseSpeedReport(answer);
    return fail("The speed of " + toText(device) + " could not be measured"
        + (answer.empty() ? "; too little memory is a common cause." : ": " + answer));
}

} // namespace motley
