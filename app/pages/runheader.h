// The top of the run page: the run's name and state, its main numbers, and the buttons for what can be done with it.
#pragma once

#include "app/models/openrun.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;
class QHBoxLayout;

namespace motley {

class RunHeader : public QFrame {
    Q_OBJECT

public:
    explicit RunHeader(QWidget *parent = nullptr);

    void setRun(OpenRun *run); // not nullptr
    void refresh();
    static void showValue(QLabel *value, const QString &text);

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Stat {
        QLabel *value;
        QLabel *caption;
    };
    Stat addStat(QLayout *row, const QString &caption, const QString &objectName);
    void refreshNoise();
    void showRangeLeft();
    void openModelFolder();
    void confirmStopNow();

    OpenRun *m_run = nullptr;
    QLabel *m_name;
    QLabel *m_stateIcon;
    QLabel *m_state;
    QProgressBar *m_progress;
    QPushButton *m_model;
    QPushButton *m_stop;
    QPushButton *m_stopNow;
    Stat m_step, m_elapsed, m_left, m_rate, m_loss, m_test, m_noise, m_checkpoint;
    QTimer m_clock; // updates the times; all else changes with events
};

} // namespace motley
