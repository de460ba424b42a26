// A run on the whole terminal, until the user leaves it.
#pragma once

#include "app/cli/screen/terminalscreen.h"
#include "app/cli/terminal/interrupts.h"
#include "app/models/openrun.h"

#include <QTimer>

namespace motley {

class ScreenWatcher : public QObject {
    Q_OBJECT

public:
    ScreenWatcher(OpenRun &run, TerminalScreen &screen);

    int exitCode() const;

Q_SIGNALS:
    void left();

private:
    void press(TerminalScreen::Key key);
    void askToStop(StopManner manner, const QString &question);
    void scroll(int lines);
    void draw();

    OpenRun &m_run;
    TerminalScreen &m_screen;
    RunScreenState m_state;
    StopManner m_manner = StopManner::Graceful; // that the question is of
    QTimer m_clock;
    Interrupts m_signals;
};

} // namespace motley
