#include "app/cli/terminal/statusline.h"

#include "app/cli/terminal/columns.h"
#include "app/cli/terminal/output.h"

#include <cstdio>
#include <unistd.h>

namespace motley {

namespace {

constexpr int terminalPaceMilliseconds = 200;
constexpr int logPaceMilliseconds = 10'000;

} // namespace

StatusLine::StatusLine() : m_terminal(::isatty(STDERR_FILENO) == 1)
{
    m_sinceShown.start();
}

void StatusLine::show(const QString &line)
{
    if (m_shown && m_sinceShown.elapsed() < (m_terminal ? terminalPaceMilliseconds : logPaceMilliseconds))
        return;
    m_sinceShown.restart();
    m_shown = true;
    if (m_terminal) // without automatic margins (DECAWM), as a line that wraps could not be replaced
        std::fprintf(stderr, "\r\033[K\033[?7l%s\033[?7h", terminalText(cutToColumns(line, columns())).constData());
    else
        printNote(line);
}

void StatusLine::show(const MachineProgress &progress)
{
    const QString amount = m_transfers.amount(progress.machine, progress.stage, progress.done, progress.total);
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
