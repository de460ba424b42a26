// The forecast of a run on the ticked machines, and which of them are worth using; measures the speeds that are not
// known.
#pragma once

#include "app/words/transferwords.h"
#include "engine/plan/forecast/machinechoice.h"
#include "engine/plan/runmodel.h"
#include "remote/history/profilestore.h"
#include "remote/prepare/measurement.h"

#include <QDateTime>
#include <QHash>
#include <QTimer>
#include <QWidget>

class QFormLayout;
class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace motley {

class MessageCard;

class ForecastView : public QWidget {
    Q_OBJECT

public:
    ForecastView(Measurement *measurement, const ProfileStore *speeds, QWidget *parent = nullptr); // both outlive it

    // `machines`: those of the request, with the speeds that are known. Measuring uses the request.
    void show(const RunRequest &request, const std::vector<CandidateMachine> &machines);
    void showNothing(); // while there is no plan
    std::vector<CandidateMachine> measuredFor(const RunRequest &request) const
    {
        return m_measurement->latestFor(request);
    }

Q_SIGNALS:
    void measured(); // the speeds have been stored in the ProfileStore
    void leftOut(const QString &machine); // the user wants to train without this machine

private:
    void showForecast(const JobSpec &job, const std::vector<CandidateMachine> &machines);
    void showMeasuring(bool isGoing);
    void addStage(const QString &machine);
    void showProgress(const MachineProgress &progress);
    void showAge(); // of what the forecast is made of
    void measureOrCancel();
    void showRemarks(const MachineChoice &choice, const RunModel &model);
    void showSets(const TaskSpec &task, const MachineChoice &choice, const ClusterModel &cluster);
    void offerToLeaveOut(const QString &machine);
    void clear(); // removes the tables and offers; the sentences remain

    Measurement *m_measurement;
    const ProfileStore *m_speeds;
    TransferWords m_transfers;
    RunRequest m_request;
    QLabel *m_words;
    QWidget *m_table;
    QGridLayout *m_rows;
    QLabel *m_remarks;
    QWidget *m_offers; // has its place also while it is empty
    QToolButton *m_why; // shows the advice
    QLabel *m_advice;
    QLabel *m_progress; // or the age of what was measured
    QWidget *m_machines; // a line for each that is measured
    QFormLayout *m_stages;
    QHash<QString, QLabel *> m_stageOf; // by machine
    QDateTime m_measured; // invalid: not known
    QTimer m_ages{this};
    MessageCard *m_problem;
    QPushButton *m_measure;
};

} // namespace motley
