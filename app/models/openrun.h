// A run that is open in the window: the run itself, its events as series and log, and the progress of its preparation.
#pragma once

#include "app/models/metricseries.h"
#include "remote/run/trainingrun.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <utility>

namespace motley {

class OpenRun : public QObject {
    Q_OBJECT

public:
    OpenRun(RunHistory *history, Prompter *prompter, QObject *parent = nullptr);

    void start(const RunRequest &request);
    void attach(const RunRecord &record, Questions questions);
    void logIn() { m_run.logIn(); } // where a login has a question for the user or was refused
    void stop(StopManner manner); // without another run to follow
    void saveCheckpoint(); // after the step it is in
    void stopToResume(const QStringList &without); // gracefully, for a new run to resume from here

    QString id() const { return m_run.record().id; }
    QString name() const;
    void setName(const QString &name);
    TrainingRun::State state() const { return m_run.state(); }
    const RunRecord &record() const { return m_run.record(); }
    const std::optional<Error> &error() const { return m_run.error(); }
    const MachineReport &others() const { return m_run.others(); }
    const MetricSeries &series() const { return m_series; }
    const std::vector<LogLine> &log() const { return m_log; } // the newest, bounded
    // The latest progress of each machine. The machine that was heard of first comes first.
    const std::vector<MachineProgress> &preparation() const { return m_preparation; }
    bool isPreparing() const; // by this window
    bool isPreparedElsewhere() const; // by another window or command
    bool isOver() const;
    bool hasEnded() const; // as the history knows, also while its machines are asked for what came last
    // The seconds since the last step, where a running run has been silent for much longer than a step takes. nullopt:
    // it has not been.
    std::optional<double> silentSeconds() const;
    bool isStale() const; // what is known of it, as nobody has been heard since
    bool isReading() const { return m_run.isReading(); } // what is known of it, so nothing is known to be missing yet
    bool canBeStopped() const; // by this window
    bool canBePaused() const; // and asked for a checkpoint
    bool isStopping() const { return m_stopping.has_value(); }
    bool isPausing() const { return m_stopping == StopManner::Pause; }
    const std::optional<Error> &notStopped() const { return m_notStopped; } // why the last stop came to nothing
    bool isSaving() const; // asked for a checkpoint that is not known yet
    const std::optional<Error> &notSaved() const { return m_notSaved; } // why no checkpoint could be asked for
    // Names the machines that the next run will leave out when it resumes this one. nullopt: no run will resume this
    // one.
    const std::optional<QStringList> &resumedWithout() const { return m_resumedWithout; }
    std::optional<QStringList> takeResumedWithout() { return std::exchange(m_resumedWithout, {}); }
    bool canBeResumed() const;
    // Machines that it has lost and that may take part again, by number.
    std::map<int, Comeback> comebacks() const { return m_run.comebacks().machines(); }
    bool canTakeBack() const { return m_run.comebacks().canTryNow() && !m_stopping; }
    void takeBack() { m_run.comebacks().takeBackNow(); } // now; a login may ask the user
    void setLeftAlone(const QStringList &machines) { m_run.comebacks().setLeftAlone(machines); }
    // Another run, which this one goes on from or which goes on from this one.
    struct Relative {
        QString id;
        QString name;

        bool operator==(const Relative &) const = default;
    };
    const std::optional<Relative> &parent() const { return m_parent; }
    const std::optional<Relative> &child() const { return m_child; } // the newest
    void setRelatives(const std::optional<Relative> &parent, const std::optional<Relative> &child);
    const std::optional<Error> &notResumed() const { return m_notResumed; } // why no run resumed it when asked to
    void setNotResumed(const std::optional<Error> &why);
    // The request of a run that was started in this window and failed before its first step. nullptr: there is none.
    const RunRequest *failedRequest() const;

Q_SIGNALS:
    void changed(); // state, name, preparation
    void seriesChanged();
    void planChanged();
    void comebacksChanged();
    void logged(const std::vector<motley::LogLine> &lines);

private:
    void beginStop(StopManner manner, const std::optional<QStringList> &resumedWithout);
    void noteFailedStop(const Error &error);
    void noteFailedSave(const Error &error);
    std::int64_t newestCheckpoint() const; // its step; 0: none
    void noteSteps();
    void showSeries();
    void noteProgress(const MachineProgress &progress);
    void noteComeback(int machine, const Comeback &comeback);
    void noteLog(const std::vector<LogLine> &lines);

    TrainingRun m_run;
    MetricSeries m_series;
    std::optional<RunRequest> m_request; // nullopt: the run was not started here
    QString m_name;
    QElapsedTimer m_sinceStep; // by the clock of this computer, as those of the machines may be others
    double m_lastStep = 0;
    std::optional<StopManner> m_stopping;
    QElapsedTimer m_sinceShown; // what is being read
    std::optional<Error> m_notStopped;
    std::optional<std::int64_t> m_savingAfter; // the step of the newest checkpoint when another one was asked for
    std::optional<Error> m_notSaved;
    std::optional<QStringList> m_resumedWithout;
    std::optional<Error> m_notResumed;
    std::optional<Relative> m_parent;
    std::optional<Relative> m_child;
    std::vector<MachineProgress> m_preparation;
    std::vector<LogLine> m_log;
};

} // namespace motley
