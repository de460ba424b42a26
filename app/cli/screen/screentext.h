// Lines of a full-screen view of a terminal, as pieces that each have a tone.
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace motley {

enum class Tone { Plain, Muted, Strong, Accent, Good, Warning, Bad };

struct ScreenPiece {
    QString text; // on one line, without control characters
    Tone tone = Tone::Plain;

    bool operator==(const ScreenPiece &) const = default;
};

using ScreenLine = std::vector<ScreenPiece>;

int columnsOf(const ScreenLine &line);
ScreenLine cutToColumns(const ScreenLine &line, int columns); // with an ellipsis where something is missing
// `right` ends at the last column, and `left` is cut where both do not fit.
ScreenLine atBothEnds(const ScreenLine &left, const ScreenLine &right, int columns);
QString padded(const QString &text, int columns); // cut where it is longer
QByteArray toTerminal(const ScreenLine &line); // with the escape sequences of its tones
QString plainText(const ScreenLine &line);

} // namespace motley
