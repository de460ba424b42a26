#include "app/cli/terminal/statusline.h"

#include "app/cli/terminal/columns.h"
#include "app/cli/terminal/output.h"

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace motley {

namespace {

constexpr std::chrono::milliseconds terminalPace{200};
constexpr std::chrono::seconds logPace{10};

} // namespace

StatusLine::StatusLine(std::function<Clock::time_point()> now)
    : m_terminal(::isatty(STDERR_FILENO) == 1), m_now(std::move(now))
{
}

void StatusLine::show(const QString &line)
{
    const auto now = m_now();
    if (m_shown && now - m_shownAt < (m_terminal ? terminalPace : logPace))
        return;
    m_shownAt = now;
    m_shown = true;
    if (m_terminal) // without automatic margins (DECAWM), as a line that wraps could not be replaced
        std::fprintf(stderr, "\r\033[K\033[?7l%s\033[?7h", terminalText(cutToColumns(line, columns())).constData());
    else
        printNote(line);
}

void StatusLine::show(const MachineProgress &progress)
{
    const QString amount = m_transfers.amount(progress.machine, progress.stage, progress.done, progress.total, m_now());
    const QString line = TransferWords::line(progress.machine, amount, stageWords(progress));
    if (!amount.isEmpty()) {
        show(line);
        return;
    }
    clear();
    printNote(line);
}

int StatusLine::columns() const
{
    return m_terminal ? columnsOfTerminal(STDERR_FILENO)
                      : unlimitedColumns; // asked again, as its window may be resized
}

void StatusLine::clear()
{
    if (m_terminal && m_shown) {
        std::fputs("\r\033[K", stderr);
        m_shown = false;
    }
}

} // namespace motley
