// A TrainingRun on a terminal: a progress line, a summary at the end, Ctrl-C; or all of it as JSON lines.
#pragma once

#include "app/cli/terminal/exitcode.h"
#include "app/cli/terminal/interrupts.h"
#include "app/cli/terminal/progressline.h"
#include "app/cli/terminal/statusline.h"
#include "engine/plan/balance/runmembers.h"
#include "engine/plan/balance/stepparts.h"
#include "engine/plan/diagnosis/noticefilter.h"
#include "engine/protocol/messagelimit.h"
#include "remote/run/trainingrun.h"

#include <QObject>
#include <QTimer>

namespace motley {

class RunWatcher : public QObject {
    Q_OBJECT

public:
    enum class Format { Words, Json };
    RunWatcher(TrainingRun &run, Format format, bool detach);

Q_SIGNALS:
    void done(int exitCode);

private:
    void showState(TrainingRun::State state);
    QString lossOfContact() const;
    void showProgress(const MachineProgress &progress);
    void showSlowingMachines(const std::vector<CandidateMachine> &machines);
    void showPlan(const Plan &plan);
    void showLines(const std::vector<QByteArray> &lines);
    void showEvents(const std::vector<Event> &events);
    bool isTooMuch(const Event &event);
    void showNotable(const Event &event);
    void showNotice(const Event &event);
    QString wordsOf(const Slowdown &slowdown) const;
    QString wordsOf(const StepOverdue &overdue) const;
    void interrupt();
    void hangUp();
    void leave();
    void finish();
    int exitCode() const;

    TrainingRun &m_run;
    Format m_format;
    bool m_detach;
    int m_interrupts = 0;
    StatusLine m_line;
    ProgressLine m_progress;
    MessageLimit m_limit;
    NoticeFilter m_notices;
    StepParts m_parts;
    PredictedStep m_predicted;
    RunMembers m_members;
    QStringList m_machines; // of the plan
    QTimer m_leaving;
    Interrupts m_signals;
};

} // namespace motley
