#include "engine/commands/run/measureapart.h"

#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"
#include "engine/commands/commands.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace motley {

namespace {

constexpr std::size_t longestAnswer = 1 << 16; // bytes

// Errors of writing are ignored: a process that ends before it has read everything reports why itself.
void writeTo(const std::string &text, Pipe &pipe)
{
    pipe.reader.close();
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    writeAll(pipe.writer.get(), text);
    std::signal(SIGPIPE, before);
    pipe.writer.close();
}

std::string readToTheEnd(Pipe &pipe)
{
    pipe.writer.close();
    std::string text;
    std::array<char, 4096> chunk{};
    for (;;) {
        const ssize_t count = read(pipe.reader.get(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || text.size() > longestAnswer)
            return text;
        text.append(chunk.data(), std::size_t(count));
    }
}

std::string lastLine(std::string text)
{
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

} // namespace

Result<SpeedReport> measureApart(const JobSpec &job, const Device &device, const CpuThreads &threads, double seconds)
{
    Pipe input = makePipe();
    Pipe output = makePipe();
    Pipe errors = makePipe();
    const pid_t child = startProgram(ownProgram(),
        {"measure-device", "/dev/stdin", "--device", toText(device),
            threads.mayBeFewer ? "--most-threads" : "--threads", std::to_string(threads.count), "--seconds",
            std::to_string(seconds)},
        {input.reader.get(), output.writer.get(), errors.writer.get()});
    if (child < 0)
        return fail("Could not start a process to measure with: " + systemReason(errno) + ".");
    writeTo(toJson(job), input);
    const std::string answer = readToTheEnd(output);
    const std::string why = lastLine(readToTheEnd(errors));
    const int status = waitForChild(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == exitDone)
        return parseSpeedReport(answer);
    return fail("The speed of " + toText(device) + " could not be measured"
        + (why.empty() ? "; too little memory is a common cause." : ": " + why));
}

} // namespace motley
