#include "remote/session/localprocess.h"

#include "remote/session/sentence.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>

namespace motley {

namespace {

struct Pipe {
    Descriptor read;
    Descriptor write;
};

std::optional<Pipe> openPipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return std::nullopt;
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

// dup2 onto the same number would leave the close-on-exec flag set; pipes that we open are above 2 unless the program
// was started without its standard streams.
bool isAboveStandardStreams(const Pipe &pipe)
{
    return pipe.read.get() > STDERR_FILENO && pipe.write.get() > STDERR_FILENO;
}

void setNonBlocking(const Descriptor &descriptor)
{
    ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

class SpawnSettings {
public:
    SpawnSettings(int input, int output, int errors)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, errors, STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1);

        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_init(&m_attributes);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &all);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnSettings()
    {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_actions);
    }
    SpawnSettings(const SpawnSettings &) = delete;
    SpawnSettings &operator=(const SpawnSettings &) = delete;

    const posix_spawn_file_actions_t *actions() const { return &m_actions; }
    const posix_spawnattr_t *attributes() const { return &m_attributes; }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

} // namespace

Result<LocalProcess> LocalProcess::start(const std::vector<std::string> &arguments)
{
    const auto couldNotStart = [&](const char *cause) {
        return sentence(
            phrase("%1 could not be started on this computer.").arg(QString::fromStdString(arguments.front())), cause);
    };
    auto input = openPipe();
    auto output = openPipe();
    auto errors = openPipe();
    if (!input || !output || !errors)
        return couldNotStart(std::strerror(errno));
    if (!isAboveStandardStreams(*input) || !isAboveStandardStreams(*output) || !isAboveStandardStreams(*errors))
        return couldNotStart("this program itself runs without standard streams");

    std::vector<std::string> words = arguments;
    std::vector<char *> argv;
    for (auto &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    const SpawnSettings settings(input->read.get(), output->write.get(), errors->write.get());
    pid_t process = 0;
    const int code
        = posix_spawnp(&process, argv.front(), settings.actions(), settings.attributes(), argv.data(), environ);
    if (code != 0)
        return couldNotStart(std::strerror(code));

    LocalProcess started(process);
    started.input = std::move(input->write);
    started.output = std::move(output->read);
    started.errors = std::move(errors->read);
    setNonBlocking(started.input);
    setNonBlocking(started.output);
    setNonBlocking(started.errors);
    return started;
}

LocalProcess::LocalProcess(LocalProcess &&other) noexcept
    : input(std::move(other.input)), output(std::move(other.output)), errors(std::move(other.errors)),
      m_process(std::exchange(other.m_process, 0))
{
}

LocalProcess::~LocalProcess()
{
    if (m_process == 0)
        return;
    ::kill(-m_process, SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ::kill(-m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
}

std::optional<int> LocalProcess::exitCode()
{
    int status = 0;
    if (::waitpid(m_process, &status, WNOHANG) != m_process)
        return std::nullopt;
    m_process = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace motley
