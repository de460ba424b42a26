#include "remote/ssh/sshcommand.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <optional>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t readBytes = 64 << 10;
constexpr std::size_t writeBytes = 32 << 10;
constexpr std::size_t mostNoise = 64 << 20;

int signalNumber(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, int>, 12> names{{{"ABRT", SIGABRT}, {"ALRM", SIGALRM},
        {"FPE", SIGFPE}, {"HUP", SIGHUP}, {"ILL", SIGILL}, {"INT", SIGINT}, {"KILL", SIGKILL}, {"PIPE", SIGPIPE},
        {"QUIT", SIGQUIT}, {"SEGV", SIGSEGV}, {"TERM", SIGTERM}, {"USR1", SIGUSR1}}};
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto &pair) { return pair.first == name; });
    return found == names.end() ? SIGUSR2 : found->second;
}

} // namespace

struct SshCommand::Ending {
    ssh_channel_callbacks_struct callbacks{};
    std::optional<int> exitCode;

    static void onStatus(ssh_session, ssh_channel, int status, void *self)
    {
        static_cast<Ending *>(self)->exitCode = status;
    }
    static void onSignal(ssh_session, ssh_channel, const char *signal, int, const char *, const char *, void *self)
    {
        static_cast<Ending *>(self)->exitCode = 128 + signalNumber(signal ? signal : "");
    }
};

SshCommand::SshCommand(SshTransport &transport, std::string marker, const CommandOptions &options)
    : m_transport(transport), m_streams(options), m_output(marker), m_errors(std::move(marker)),
      m_ending(std::make_unique<Ending>())
{
    m_transport.commandBegins();
    const auto held = m_transport.lock();
    m_channel.reset(ssh_channel_new(m_transport.session()));
    m_ending->callbacks.userdata = m_ending.get();
    m_ending->callbacks.channel_exit_status_function = &Ending::onStatus;
    m_ending->callbacks.channel_exit_signal_function = &Ending::onSignal;
    ssh_callbacks_init(&m_ending->callbacks);
    ssh_add_channel_callbacks(m_channel.get(), &m_ending->callbacks);
}

SshCommand::~SshCommand()
{
    const auto held = m_transport.lock();
    ssh_remove_channel_callbacks(m_channel.get(), &m_ending->callbacks);
    m_channel.reset();
    m_transport.commandEnds();
}

bool SshCommand::move()
{
    const bool output = drain(false);
    const bool errors = drain(true);
    const bool input = feed();
    // Reading a channel after eof no longer reads from the connection, yet the exit status may arrive after the end of
    // the output. Asking for the exit status reads on, and does not wait, as the session is non-blocking.
    const auto held = m_transport.lock();
    if (ssh_channel_is_eof(m_channel.get()) != 0) {
#if LIBSSH_VERSION_INT >= SSH_VERSION_INT(0, 11, 0)
        std::uint32_t exitCode = 0;
        ssh_channel_get_exit_state(m_channel.get(), &exitCode, nullptr, nullptr);
#else
        ssh_channel_get_exit_status(m_channel.get());
#endif
    }
    return output || errors || input;
}

bool SshCommand::drain(bool errors)
{
    std::array<char, readBytes> buffer;
    auto held = m_transport.lock();
    const int count = ssh_channel_read_nonblocking(m_channel.get(), buffer.data(), buffer.size(), errors);
    held.unlock(); // as who takes the bytes may take their time
    if (count <= 0)
        return false;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    if (errors)
        m_streams.errorsArrived(m_errors.pass(bytes));
    else
        m_streams.outputArrived(m_output.pass(bytes));
    return true;
}

// Nothing is sent before the marker has come: a login shell that reads its input would take it for commands.
bool SshCommand::feed()
{
    if (m_inputEnded || !m_output.hasBegun() || hasEnded() || m_transport.isBroken())
        return false;
    const auto held = m_transport.lock();
    const auto pending = m_streams.pendingInput();
    if (pending.empty()) {
        m_inputEnded = true;
        ssh_channel_send_eof(m_channel.get());
        return true;
    }
    const bool holdsBack = (ssh_get_poll_flags(m_transport.session()) & SSH_WRITE_PENDING) != 0;
    const std::size_t window = ssh_channel_window_size(m_channel.get());
    const auto bytes = std::min({pending.size(), window, writeBytes});
    if (holdsBack || bytes == 0)
        return false;
    const int written = ssh_channel_write(m_channel.get(), pending.data(), static_cast<std::uint32_t>(bytes));
    if (written <= 0)
        return false;
    m_streams.inputTaken(static_cast<std::size_t>(written));
    return true;
}

bool SshCommand::hasEnded() const
{
    const auto held = m_transport.lock();
    const bool saidHow = ssh_channel_is_eof(m_channel.get()) != 0 && m_ending->exitCode;
    return (saidHow || ssh_channel_is_closed(m_channel.get()) != 0) && !m_transport.isBroken();
}

bool SshCommand::isNoiseTooLong() const
{
    return !m_output.hasBegun() && m_output.noiseBytes() + m_errors.noiseBytes() > mostNoise;
}

std::string SshCommand::noise() const
{
    return m_output.noise() + (m_errors.hasBegun() ? std::string() : m_errors.noise());
}

int SshCommand::exitCode() const
{
    return m_ending->exitCode.value_or(255);
}

void SshCommand::terminate()
{
    const auto held = m_transport.lock();
    ssh_channel_request_send_signal(m_channel.get(), "TERM");
}

} // namespace motley
