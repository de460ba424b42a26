#include "app/cli/screen/screentext.h"

#include "app/cli/terminal/columns.h"
#include "app/cli/terminal/output.h"

namespace motley {

namespace {

// The colours of the terminal's own palette, which its user has chosen to be legible.
const char *sequenceOf(Tone tone)
{
    switch (tone) {
    case Tone::Plain:
        return "\033[0m";
    case Tone::Muted:
        return "\033[0;2m";
    case Tone::Strong:
        return "\033[0;1m";
    case Tone::Accent:
        return "\033[0;36m";
    case Tone::Good:
        return "\033[0;32m";
    case Tone::Warning:
        return "\033[0;33m";
    case Tone::Bad:
        return "\033[0;31m";
    }
    return "";
}

} // namespace

int columnsOf(const ScreenLine &line)
{
    int columns = 0;
    for (const ScreenPiece &piece : line)
        columns += columnsOf(piece.text);
    return columns;
}

ScreenLine cutToColumns(const ScreenLine &line, int columns)
{
    ScreenLine kept;
    for (const ScreenPiece &piece : line) {
        const int left = columns - columnsOf(kept);
        if (columnsOf(piece.text) > left) {
            if (left > 0)
                kept.push_back({cutToColumns(piece.text, left), piece.tone});
            break;
        }
        kept.push_back(piece);
    }
    return kept;
}

ScreenLine atBothEnds(const ScreenLine &left, const ScreenLine &right, int columns)
{
    const int taken = columnsOf(right);
    if (taken >= columns)
        return cutToColumns(right, columns);
    ScreenLine line = cutToColumns(left, columns - taken - 1);
    line.push_back({QString(columns - taken - columnsOf(line), QLatin1Char(' '))});
    line.insert(line.end(), right.begin(), right.end());
    return line;
}

QString padded(const QString &text, int columns)
{
    const QString cut = cutToColumns(text, columns);
    return cut + filling(cut, columns);
}

QByteArray toTerminal(const ScreenLine &line)
{
    QByteArray bytes;
    for (const ScreenPiece &piece : line)
        bytes += sequenceOf(piece.tone) + terminalText(piece.text);
    return bytes + sequenceOf(Tone::Plain);
}

QString plainText(const ScreenLine &line)
{
    QString text;
    for (const ScreenPiece &piece : line)
        text += piece.text;
    return text;
}

} // namespace motley
