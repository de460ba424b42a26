// The top of the run page: a row with the run's name, state, progress and buttons, and one with four figures, whose
// places do not depend on what they say.
#pragma once

#include "app/models/openrun.h"

#include <QFrame>
#include <QTimer>

#include <utility>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QLayout;

namespace motley {

class RunHeader : public QFrame {
    Q_OBJECT

public:
    explicit RunHeader(QWidget *parent = nullptr);

    void setRun(OpenRun *run); // nullptr: none
    void refresh();

Q_SIGNALS:
    void runRequested(const QString &id); // the one that this goes on from

protected:
    void showEvent(QShowEvent *event) override;

private:
    // A figure with its caption above and something less important below.
    struct Figure {
        QLabel *caption;
        QLabel *value;
        QLabel *detail;
    };
    static Figure addFigure(QLayout *row, const QString &objectName, const QString &detailName);
    void refreshTime();
    void refreshParent();
    QString dated(const QString &caption) const; // with the time from which its figure is, where that is not now
    void refreshTest();
    void refreshNoise();
    void openModelFolder();
    void confirmStopNow();

    OpenRun *m_run = nullptr;
    std::pair<QString, bool> m_looked; // whose model was looked for, and whether that run was over
    QLabel *m_name;
    QLabel *m_stateIcon;
    QLabel *m_state;
    QToolButton *m_parent;
    QLabel *m_elapsed; // in the place of what is left
    QProgressBar *m_progress;
    QPushButton *m_model;
    QPushButton *m_try;
    QToolButton *m_checkpoint;
    QToolButton *m_pause;
    QPushButton *m_stop;
    QPushButton *m_stopNow;
    Figure m_step, m_left, m_rate, m_test;
    QTimer m_clock; // updates the times; all else changes with events
};

} // namespace motley
