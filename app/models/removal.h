// The last machine or run that the user removed. It can come back for ten seconds; until then a run's files stay, here
// and on its machines.
#pragma once

#include "remote/fleet/fleet.h"
#include "remote/history/runrecord.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <optional>
#include <stop_token>

namespace motley {

class Removal : public QObject {
    Q_OBJECT

public:
    Removal(Fleet *fleet, RunHistory *history, QObject *parent = nullptr);
    ~Removal() override; // a run that was removed is deleted, on machines that take no more than a few seconds for it

    Result<void> removeMachine(const QString &name);
    void removeRun(const RunRecord &run); // failed() says what could not be deleted
    void undo();

    std::chrono::milliseconds undoTime() const { return m_timer.intervalAsDuration(); }
    void setUndoTime(std::chrono::milliseconds time) { m_timer.setInterval(time); } // also of what can come back now

    const QString &name() const { return m_name; } // of what can come back; empty: nothing can
    QString hiddenRun() const { return m_run; } // the id of a run that is listed no longer; empty: there is none

Q_SIGNALS:
    void changed();
    void failed(const motley::Error &error);

private:
    void offer(const QString &name);
    void finish();
    void deleteRun(const QString &id);

    Fleet *m_fleet;
    RunHistory *m_history;
    QTimer m_timer;
    QString m_name;
    std::optional<Machine> m_machine;
    QString m_run;
    std::stop_source m_leave;
    QThreadPool m_queue; // for what is done on machines
};

} // namespace motley
