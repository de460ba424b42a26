#include "app/cli/terminal/terminalprompter.h"

#include "app/cli/terminal/output.h"
#include "app/words/format.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace motley {

namespace {

constexpr int stopCheckMilliseconds = 100;
constexpr qsizetype longestAnswer = 4096;

// /dev/tty with the echo switched on or off; the destructor restores its settings.
class Terminal {
public:
    explicit Terminal(bool echo) : m_descriptor(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
    {
        if (!isOpen() || ::tcgetattr(m_descriptor, &m_before) != 0)
            return;
        termios settings = m_before;
        if (!echo)
            settings.c_lflag &= ~tcflag_t(ECHO);
        ::tcsetattr(m_descriptor, TCSAFLUSH, &settings);
        m_changed = true;
    }
    ~Terminal()
    {
        if (m_changed)
            ::tcsetattr(m_descriptor, TCSAFLUSH, &m_before);
        if (isOpen())
            ::close(m_descriptor);
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    bool isOpen() const { return m_descriptor >= 0; }

    void write(const QString &text)
    {
        const QByteArray bytes = text.toLocal8Bit();
        (void)!::write(m_descriptor, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    }

    std::optional<QString> readLine(const std::stop_token &stop)
    {
        QByteArray line;
        while (!stop.stop_requested() && line.size() < longestAnswer) {
            pollfd ready{m_descriptor, POLLIN, 0};
            if (::poll(&ready, 1, stopCheckMilliseconds) <= 0)
                continue;
            char c = 0;
            if (::read(m_descriptor, &c, 1) != 1)
                return std::nullopt;
            if (c == '\n')
                return QString::fromLocal8Bit(line);
            line += c;
        }
        return std::nullopt;
    }

private:
    int m_descriptor;
    termios m_before{};
    bool m_changed = false;
};

} // namespace

bool TerminalPrompter::acceptHostKey(const HostKeyQuestion &question, std::stop_token stop)
{
    if (m_accepted.contains(question.fingerprint))
        return true;
    const std::lock_guard lock(m_oneAtATime);
    Terminal terminal(true);
    if (!terminal.isOpen()) {
        printNote(
            tr("The host key of %1 is not known yet. Compare its fingerprint with the one on that machine; if it is the"
               " same, add: --accept-host-key %2")
                .arg(question.machine, question.fingerprint));
        return false;
    }
    terminal.write(
        tr("\nThe host key of %1 (%2, %3) is not known yet. Its fingerprint:\n%4\n%5\nIs it the one that this machine "
           "shows you? Type “yes” to go on: ")
            .arg(question.machine, question.hostName, question.keyType, question.fingerprint, question.randomArt));
    const auto answer = terminal.readLine(stop);
    return answer && answer->trimmed() == tr("yes");
}

bool TerminalPrompter::confirms(const QString &question)
{
    const std::lock_guard lock(m_oneAtATime);
    Terminal terminal(true);
    if (!terminal.isOpen()) {
        printNote(question + QLatin1Char('\n') + tr("There is no terminal to ask on. To say yes, add: --yes"));
        return false;
    }
    terminal.write(question + QLatin1Char('\n') + tr("Type “yes” to go on: "));
    const auto answer = terminal.readLine({});
    return answer && answer->trimmed() == tr("yes");
}

std::optional<QString> TerminalPrompter::secret(const SecretQuestion &question, std::stop_token stop)
{
    const std::lock_guard lock(m_oneAtATime);
    Terminal terminal(question.echo);
    if (!terminal.isOpen()) {
        printNote(
            tr("%1 asks for a password or passphrase (%2), and there is no terminal to ask on. Load the key into an"
               " ssh-agent, or run this in a terminal.")
                .arg(question.machine, question.account));
        return std::nullopt;
    }
    QString words = question.instruction.isEmpty() ? QString() : plainText(question.instruction) + QLatin1Char('\n');
    switch (question.kind) {
    case SecretQuestion::Kind::Passphrase:
        words += tr("Passphrase for the key %1: ").arg(question.account);
        break;
    case SecretQuestion::Kind::Password:
        words += tr("Password for %1: ").arg(question.account);
        break;
    case SecretQuestion::Kind::KeyboardInteractive:
        words += question.account + QStringLiteral(": ") + plainText(question.prompt);
        break;
    }
    terminal.write(QLatin1Char('\n') + words);
    auto answer = terminal.readLine(stop);
    if (!question.echo)
        terminal.write(QStringLiteral("\n"));
    return answer;
}

} // namespace motley
