#include "app/cli/terminal/columns.h"

#include <algorithm>
#include <cwchar>
#include <sys/ioctl.h>

namespace motley {

int columnsOfTerminal(int file)
{
    winsize size{};
    return ::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : unlimitedColumns;
}

int columnsOf(const QString &text)
{
    int columns = 0;
    for (const uint character : text.toUcs4())
        columns += std::max(0, ::wcwidth(static_cast<wchar_t>(character)));
    return columns;
}

QString filling(const QString &text, int columns)
{
    return QString(std::max(0, columns - columnsOf(text)), QLatin1Char(' '));
}

QString cutToColumns(const QString &line, int columns)
{
    if (columnsOf(line) <= columns)
        return line;
    QString kept = line;
    while (!kept.isEmpty() && columnsOf(kept) >= columns) { // a column is left for the ellipsis
        const qsizetype wordsEnd = kept.lastIndexOf(QLatin1Char(' '));
        kept = wordsEnd > 0 ? kept.left(wordsEnd).trimmed() : kept.chopped(1);
    }
    return kept + QChar(0x2026);
}

} // namespace motley
