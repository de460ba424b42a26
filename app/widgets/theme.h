// The colours of the window: a palette for Fusion, a style sheet for shapes and spacing, and the words for colours that
// a palette lacks. Text on its background is at least 4.5:1 in each of them.
#pragma once

#include <QColor>
#include <QObject>

namespace motley {

struct Colours {
    QColor window; // behind everything
    QColor surface; // cards, lists, fields
    QColor raised; // headers, hovered rows
    QColor border;
    QColor text;
    QColor mutedText;
    QColor disabled; // words and icons of what cannot be used now
    QColor accent;
    QColor onAccent;
    QColor good;
    QColor warning;
    QColor bad;
    bool dark = false;

    // Of a machine or another curve. Any two of the eight are distinct for the colour-blind too; then they repeat.
    QColor series(int index) const;
    QColor phase(int index) const; // of a step: six, which are other colours than those of machines
};

constexpr int seriesColours = 8;
constexpr int phaseColours = 6;

class Theme : public QObject {
    Q_OBJECT

public:
    enum class Choice { System, Light, Dark, HighContrastLight, HighContrastDark };
    Q_ENUM(Choice)

    static Theme &current(); // of the one QApplication

    void choose(Choice choice); // sets palette and style sheet of the application
    Choice choice() const { return m_choice; }
    const Colours &colours() const { return m_colours; }

Q_SIGNALS:
    void changed();

private:
    Choice m_choice = Choice::System;
    Colours m_colours;
};

QColor mixed(const QColor &a, const QColor &b, double shareOfB); // opaque
Colours coloursOf(Theme::Choice choice, bool systemIsDark);
QString styleSheetOf(const Colours &colours, bool highContrast, double basePoints, bool rightToLeft);

} // namespace motley
