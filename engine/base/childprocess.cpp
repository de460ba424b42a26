#include "engine/base/childprocess.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>

namespace motley {

namespace {

constexpr int notExecuted = 127; // the exit code that shells use

// Makes glibc (from 2.35 on) use huge pages for the heap where the system has them: with small pages, processes that do
// the same work differ in speed by several percent. Other C libraries ignore the variable.
constexpr auto tunables = "GLIBC_TUNABLES";
constexpr auto hugePages = "glibc.malloc.hugetlb=1";

std::vector<std::string> ownEnvironment()
{
    std::vector<std::string> variables;
    for (char **variable = environ; *variable; ++variable)
        variables.emplace_back(*variable);
    if (!std::getenv(tunables))
        variables.push_back(std::string(tunables) + "=" + hugePages);
    return variables;
}

std::vector<char *> wordsOf(std::vector<std::string> &texts)
{
    std::vector<char *> words;
    words.reserve(texts.size() + 1);
    for (std::string &text : texts)
        words.push_back(text.data());
    words.push_back(nullptr);
    return words;
}

// Does only what is safe between fork and exec.
int become(char *const *arguments, char *const *environment, const ChildStreams &streams, ChildKind kind)
{
    if (kind == ChildKind::Supervised)
        setpgid(0, 0);
    dup2(streams.input, STDIN_FILENO);
    dup2(streams.output, STDOUT_FILENO);
    dup2(streams.errors, STDERR_FILENO);
    if (kind == ChildKind::Supervised) {
        sigset_t heldBack;
        sigemptyset(&heldBack);
        sigaddset(&heldBack, SIGTERM);
        sigaddset(&heldBack, SIGUSR1);
        sigprocmask(SIG_SETMASK, &heldBack, nullptr);
    }
    execve(arguments[0], arguments, environment);
    return notExecuted;
}

} // namespace

std::string ownProgram()
{
    std::array<char, PATH_MAX> path{};
    const auto length = readlink("/proc/self/exe", path.data(), path.size());
    return length > 0 ? std::string(path.data(), std::size_t(length)) : "/proc/self/exe";
}

pid_t forkChild(const std::function<int()> &work, int signalWithParent)
{
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, signalWithParent);
    _exit(getppid() == parent ? work() : 1);
}

pid_t startProgram(
    const std::string &program, std::vector<std::string> arguments, const ChildStreams &streams, ChildKind kind)
{
    if (streams.input < 0 || streams.output < 0 || streams.errors < 0)
        return -1;
    arguments.insert(arguments.begin(), program);
    auto environment = ownEnvironment();
    const auto words = wordsOf(arguments);
    const auto variables = wordsOf(environment);
    const pid_t child = forkChild([&] { return become(words.data(), variables.data(), streams, kind); }, SIGKILL);
    if (child > 0 && kind == ChildKind::Supervised)
        setpgid(child, child); // here too, so that it is done before anyone signals the group
    return child;
}

int waitForChild(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    return status;
}

} // namespace motley
