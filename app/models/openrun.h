// A run that is open in the window: the run itself, what its events told, and how its preparation goes.
#pragma once

#include "app/models/metricseries.h"
#include "remote/run/trainingrun.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace motley {

class OpenRun : public QObject {
    Q_OBJECT

public:
    OpenRun(RunHistory *history, Prompter *prompter, QObject *parent = nullptr);

    void start(const RunRequest &request);
    void attach(const RunRecord &record);
    void stop(bool now); // and nothing goes on
    void stopToResume(const QStringList &without); // gracefully, for another run to go on from where it is

    QString id() const { return m_run.record().id; }
    QString name() const;
    TrainingRun::State state() const { return m_run.state(); }
    const RunRecord &record() const { return m_run.record(); }
    const std::optional<Error> &error() const { return m_run.error(); }
    const MetricSeries &series() const { return m_series; }
    const std::vector<LogLine> &log() const { return m_log; } // the newest, bounded
    const std::vector<MachineProgress> &preparation() const
    {
        return m_preparation;
    } // one a machine, as first heard of
    bool isPreparing() const;
    bool isOver() const;
    bool isStopping() const { return m_stopping; }
    // Without which machines another run shall go on. nullopt: none shall.
    const std::optional<QStringList> &resumedWithout() const { return m_resumedWithout; }
    std::optional<QStringList> takeResumedWithout() { return std::exchange(m_resumedWithout, {}); }
    bool canBeResumed() const;

Q_SIGNALS:
    void changed(); // state, name, preparation
    void seriesChanged();
    void planChanged();
    void logged(const std::vector<motley::LogLine> &lines);

private:
    void noteProgress(const MachineProgress &progress);
    void noteLog(const std::vector<LogLine> &lines);

    TrainingRun m_run;
    MetricSeries m_series;
    QString m_name;
    bool m_stopping = false;
    std::optional<QStringList> m_resumedWithout;
    std::vector<MachineProgress> m_preparation;
    std::vector<LogLine> m_log;
};

} // namespace motley
