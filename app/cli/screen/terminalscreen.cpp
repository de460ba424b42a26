#include "app/cli/screen/terminalscreen.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace motley {

namespace {

// The other screen (DECSET 1049), without a cursor and without a line break at the last column (DECAWM).
constexpr std::string_view entering = "\033[?1049h\033[?25l\033[?7l\033[2J";
constexpr std::string_view leaving = "\033[?7h\033[?25h\033[?1049l";

void write(const QByteArray &bytes)
{
    std::fwrite(bytes.constData(), 1, std::size_t(bytes.size()), stdout);
    std::fflush(stdout);
}

QByteArray placeOf(std::size_t row)
{
    return "\033[" + QByteArray::number(qint64(row) + 1) + ";1H\033[K";
}

} // namespace

bool TerminalScreen::isPossible()
{
    const char *terminal = std::getenv("TERM");
    const bool isCapable = terminal && *terminal && std::string_view(terminal) != "dumb";
    return isCapable && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

TerminalScreen::TerminalScreen(QObject *parent) : QObject(parent), m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    m_input.setEnabled(false);
    connect(&m_input, &QSocketNotifier::activated, this, &TerminalScreen::read);
}

TerminalScreen::~TerminalScreen()
{
    leave();
}

void TerminalScreen::enter()
{
    if (m_isEntered || ::tcgetattr(STDIN_FILENO, &m_before) != 0)
        return;
    termios keys = m_before; // Ctrl-C stays a signal; Ctrl-Z would leave the shell on this screen
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO);
    keys.c_cc[VSUSP] = _POSIX_VDISABLE;
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys);
    m_isEntered = true;
    m_shown.clear();
    m_input.setEnabled(true);
    write(QByteArray(entering.data(), qsizetype(entering.size())));
}

void TerminalScreen::leave()
{
    if (!m_isEntered)
        return;
    m_isEntered = false;
    m_input.setEnabled(false);
    write(QByteArray(leaving.data(), qsizetype(leaving.size())));
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before);
}

ScreenSize TerminalScreen::size() const
{
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return {};
    return {size.ws_col, size.ws_row};
}

void TerminalScreen::show(const std::vector<ScreenLine> &lines)
{
    if (!m_isEntered)
        return;
    const ScreenSize now = size();
    QByteArray bytes;
    if (now != m_shownSize) {
        m_shown.clear();
        bytes += "\033[2J";
    }
    m_shownSize = now;
    m_shown.resize(lines.size());
    for (std::size_t row = 0; row < lines.size(); ++row)
        if (const QByteArray line = toTerminal(lines[row]); line != m_shown[row]) {
            bytes += placeOf(row) + line;
            m_shown[row] = line;
        }
    if (!bytes.isEmpty())
        write(bytes);
}

void TerminalScreen::read()
{
    std::array<char, 64> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count > 0) {
        for (const Key key : keysOf(QByteArray(bytes.data(), count)))
            Q_EMIT pressed(key);
        return;
    }
    m_input.setEnabled(false);
    Q_EMIT closed();
}

std::vector<TerminalScreen::Key> keysOf(const QByteArray &bytes)
{
    using Key = TerminalScreen::Key;
    struct Meaning {
        std::string_view bytes;
        Key key;
    };
    constexpr std::array meanings{Meaning{"\033[A", Key::Up}, Meaning{"\033[B", Key::Down},
        Meaning{"\033[C", Key::NextCurve}, Meaning{"\033[D", Key::PreviousCurve}, Meaning{"\033[Z", Key::PreviousCurve},
        Meaning{"\033[5~", Key::PageUp}, Meaning{"\033[6~", Key::PageDown}, Meaning{"q", Key::Leave},
        Meaning{"Q", Key::Leave}, Meaning{"s", Key::Stop}, Meaning{"S", Key::Stop}, Meaning{"p", Key::Pause},
        Meaning{"P", Key::Pause}, Meaning{"c", Key::SaveCheckpoint}, Meaning{"C", Key::SaveCheckpoint},
        Meaning{"y", Key::Yes}, Meaning{"Y", Key::Yes}, Meaning{"\t", Key::NextCurve}, Meaning{"k", Key::Up},
        Meaning{"j", Key::Down}};
    std::vector<Key> keys;
    std::string_view left(bytes.constData(), std::size_t(bytes.size()));
    while (!left.empty()) {
        const auto *meaning = std::find_if(
            meanings.begin(), meanings.end(), [&](const Meaning &known) { return left.starts_with(known.bytes); });
        if (meaning != meanings.end()) {
            keys.push_back(meaning->key);
            left.remove_prefix(meaning->bytes.size());
            continue;
        }
        const bool isSequence = left.front() == '\033'; // of a key that means nothing here, unless it is Esc alone
        keys.push_back(left == "\033" ? Key::Leave : Key::Other);
        left.remove_prefix(isSequence ? left.size() : 1);
    }
    return keys;
}

} // namespace motley
