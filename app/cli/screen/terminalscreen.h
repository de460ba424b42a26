// The whole terminal as one screen: the other one that terminals have, so that what was there comes back at the end.
#pragma once

#include "app/cli/screen/runscreen.h"

#include <QObject>
#include <QSocketNotifier>

#include <termios.h>

namespace motley {

class TerminalScreen : public QObject {
    Q_OBJECT

public:
    enum class Key {
        Leave,
        Stop,
        Pause,
        SaveCheckpoint,
        Yes,
        NextCurve,
        PreviousCurve,
        Up,
        Down,
        PageUp,
        PageDown,
        Other,
    };
    Q_ENUM(Key)

    static bool isPossible(); // stdin and stdout are a terminal that can do it
    explicit TerminalScreen(QObject *parent = nullptr);
    ~TerminalScreen() override;

    void enter();
    void leave(); // until enter(): the terminal is as it was before
    ScreenSize size() const; // asked again, as its window may be resized
    void show(const std::vector<ScreenLine> &lines); // writes the lines that differ

Q_SIGNALS:
    void pressed(motley::TerminalScreen::Key key);
    void closed(); // nobody will press a key again

private:
    void read();

    QSocketNotifier m_input;
    termios m_before{};
    bool m_isEntered = false;
    ScreenSize m_shownSize;
    std::vector<QByteArray> m_shown;
};

// Of all that came at once, which may be several presses.
std::vector<TerminalScreen::Key> keysOf(const QByteArray &bytes);

} // namespace motley
