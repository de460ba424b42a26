#include "engine/commands/measureapart.h"

#include "engine/commands/commands.h"
#include "engine/system/descriptor.h"
#include "engine/system/ownprogram.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace motley {

namespace {

constexpr std::size_t longestAnswer = 1 << 16; // bytes

// Between fork and exec only what is safe there: other threads may have held any lock.
[[noreturn]] void become(char *const *arguments, pid_t parent, int input, int output, int words)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(exitFailed);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(words, STDERR_FILENO);
    execv(arguments[0], arguments);
    _exit(127);
}

// A process that ends before it has read all says why by itself.
void hand(const std::string &text, Pipe &pipe)
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

Result<SpeedReport> measureApart(const JobSpec &job, const Device &device, int threads, double seconds)
{
    std::array<std::string, 9> words{ownProgram(), "benchmark", "/dev/stdin", "--device", toText(device), "--threads",
        std::to_string(threads), "--seconds", std::to_string(seconds)};
    std::array<char *, 10> arguments{};
    for (std::size_t i = 0; i < words.size(); ++i)
        arguments[i] = words[i].data();
    Pipe input = makePipe();
    Pipe output = makePipe();
    Pipe errors = makePipe();
    const pid_t parent = getpid();
    const pid_t child = input.reader && output.reader && errors.reader ? fork() : -1;
    if (child < 0)
        return fail("Could not start a process to measure with: " + systemReason(errno) + ".");
    if (child == 0)
        become(arguments.data(), parent, input.reader.get(), output.writer.get(), errors.writer.get());
    hand(toJson(job), input);
    const std::string answer = readToTheEnd(output);
    const std::string why = lastLine(readToTheEnd(errors));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    if (WIFEXITED(status) && WEXITSTATUS(status) == exitDone)
        return parseSpeedReport(answer);
    return fail("The speed of " + toText(device) + " could not be measured"
        + (why.empty() ? "; too little memory is a common cause." : ": " + why));
}

} // namespace motley
