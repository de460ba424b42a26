#include "remote/ssh/sshsession.h"

#include "remote/session/sentence.h"
#include "remote/session/untrustedtext.h"
#include "remote/ssh/largepackets.h"
#include "remote/ssh/sshcommand.h"

#include <cassert>
#include <libssh/libssh.h>

namespace motley {

namespace {

constexpr std::chrono::seconds channelLimit{30};
constexpr std::chrono::seconds startLimit{30}; // for rc files, before the silence of the command itself counts
constexpr std::chrono::milliseconds longestWait{500};
// Below Linux's limit of 128 KiB for one argument of a program, with room to spare.
[[maybe_unused]] constexpr std::size_t longestScript = 100 << 10;

} // namespace

SshSession::SshSession(std::string name, std::shared_ptr<SshTransport> transport)
    : m_name(std::move(name)), m_transport(std::move(transport))
{
}

SshSession::~SshSession() = default;

std::unique_ptr<Session> SshSession::another() const
{
    return std::make_unique<SshSession>(m_name, m_transport);
}

Result<void> SshSession::start(const SshCommand &command, const std::string &text, const CommandOptions &options)
{
    const auto name = QString::fromStdString(m_name);
    const auto refused = [&](const Result<int> &answer) {
        if (!answer && !options.stop.stop_requested())
            if (auto why = lostLargePackets())
                return tl::unexpected(*std::move(why));
        if (!answer)
            return sentence(phrase("%1 did not start a command: %2").arg(name, answer.error()));
        if (m_transport->isBroken())
            return lost();
        return sentence(
            phrase("%1 refused to start a command. Its SSH server may not allow this account to run any.").arg(name),
            m_transport->lastError());
    };
    const auto opened = m_transport->settle(
        [&] { return ssh_channel_open_session(command.channel()); }, SSH_AGAIN, channelLimit, options.stop);
    if (!opened || *opened != SSH_OK)
        return refused(opened);
    const auto started = m_transport->settle([&] { return ssh_channel_request_exec(command.channel(), text.c_str()); },
        SSH_AGAIN, channelLimit, options.stop);
    if (!started || *started != SSH_OK)
        return refused(started);
    return {};
}

std::optional<Error> SshSession::lostLargePackets() const
{
    if (!losesLargePackets(ssh_get_fd(m_transport->session())))
        return std::nullopt;
    return sentence(
        phrase("The connection to %1 was lost: small packets still arrive there, and large ones do not. A VPN or "
               "tunnel on the way takes smaller ones than your network: set a smaller MTU there, such as 1280, "
               "and try again.")
            .arg(QString::fromStdString(m_name)))
        .value();
}

tl::unexpected<Error> SshSession::lost() const
{
    if (auto why = lostLargePackets())
        return tl::unexpected(*std::move(why));
    return sentence(phrase("The connection to %1 was lost. Try again.").arg(QString::fromStdString(m_name)),
        m_transport->lastError());
}

Result<CommandResult> SshSession::run(std::string_view script, const CommandOptions &options)
{
    const auto marker = randomMarker();
    const auto text = forLoginShell(withMarker(marker, script));
    assert(text.size() < longestScript);
    m_transport->beginListening();
    SshCommand command(*m_transport, marker, options);
    if (const auto started = start(command, text, options); !started)
        return tl::unexpected(started.error());

    const auto name = QString::fromStdString(m_name);
    const auto startDeadline = SshTransport::Clock::now() + startLimit;
    const Wakeup wakeup(options.stop);
    for (;;) {
        const bool moved = command.move();
        if (options.stop.stop_requested()) {
            command.terminate();
            return sentence(phrase("Stopped on %1, as asked.").arg(name));
        }
        if (const auto passed = command.streams().excess();
            command.hasBegun() && passed != CommandStreams::Excess::None) {
            command.terminate();
            return command.streams().excessError(passed, verbatim(name));
        }
        if (moved && !command.isNoiseTooLong())
            continue;
        if (m_transport->isBroken() || !m_transport->isPeerThere())
            return lost();
        if (command.hasEnded())
            break;
        if (command.isNoiseTooLong() || (!command.hasBegun() && SshTransport::Clock::now() > startDeadline)) {
            command.terminate();
            return sentence(
                phrase("The login shell of %1 did not get to the command. Its start-up files must neither wait for "
                       "input nor start another shell when nobody is at a terminal.")
                    .arg(name),
                cleaned(command.noise()));
        }
        m_transport->wait(wakeup, command.hasBegun() ? command.streams().patience(longestWait) : longestWait);
    }
    if (!command.hasBegun())
        return sentence(
            phrase("The login shell of %1 ended without running the command. Check that the account may log in and "
                   "run commands.")
                .arg(name),
            cleaned(command.noise()));
    return command.streams().finish(command.exitCode());
}

} // namespace motley
