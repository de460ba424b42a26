#include "engine/system/ownprogram.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <climits>

namespace motley {

namespace {

constexpr int notExecuted = 127; // as a shell says it

// Between fork and exec only what is safe there: other threads may have held any lock.
[[noreturn]] void become(char *const *arguments, const ChildStreams &streams, ChildKind kind, pid_t parent)
{
    if (kind == ChildKind::Supervised)
        setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    dup2(streams.input, STDIN_FILENO);
    dup2(streams.output, STDOUT_FILENO);
    dup2(streams.errors, STDERR_FILENO);
    if (kind == ChildKind::Supervised) {
        sigset_t heldBack;
        sigemptyset(&heldBack);
        sigaddset(&heldBack, SIGTERM);
        sigprocmask(SIG_SETMASK, &heldBack, nullptr);
    }
    execv(arguments[0], arguments);
    _exit(notExecuted);
}

} // namespace

std::string ownProgram()
{
    std::array<char, PATH_MAX> path{};
    const auto length = readlink("/proc/self/exe", path.data(), path.size());
    return length > 0 ? std::string(path.data(), std::size_t(length)) : "/proc/self/exe";
}

pid_t startOwnProgram(std::vector<std::string> arguments, const ChildStreams &streams, ChildKind kind)
{
    if (streams.input < 0 || streams.output < 0 || streams.errors < 0)
        return -1;
    arguments.insert(arguments.begin(), ownProgram());
    std::vector<char *> words;
    words.reserve(arguments.size() + 1);
    for (std::string &argument : arguments)
        words.push_back(argument.data());
    words.push_back(nullptr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0)
        become(words.data(), streams, kind, parent);
    if (child > 0 && kind == ChildKind::Supervised)
        setpgid(child, child); // here too, so that it is done before anyone signals the group
    return child;
}

} // namespace motley
