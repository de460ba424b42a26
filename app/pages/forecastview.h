// What the run would take on the ticked machines, and which of them are worth it; measures them where that is not
// known.
#pragma once

#include "engine/plan/forecast/machinechoice.h"
#include "engine/plan/runmodel.h"
#include "remote/history/speedbook.h"
#include "remote/prepare/measurement.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace motley {

class MessageCard;

class ForecastView : public QWidget {
    Q_OBJECT

public:
    ForecastView(Prompter *prompter, const SpeedBook *speeds, QWidget *parent = nullptr); // both live longer

    // The machines of the request as planned, with what is known of their speeds. The request is what is measured.
    void show(const RunRequest &request, const std::vector<CandidateMachine> &machines);
    void showNothing(); // for there is no plan yet

Q_SIGNALS:
    void measured(); // the speeds are in the book now
    void leftOut(const QString &machine); // somebody wants to train without it

private:
    void showForecast(const JobSpec &job, const std::vector<CandidateMachine> &machines);
    void showMeasuring(bool isGoing);
    void measureOrCancel();
    void showRemarks(const MachineChoice &choice, const RunModel &model);
    void showSets(const TaskSpec &task, const MachineChoice &choice, const ClusterModel &cluster);
    void offerToLeaveOut(const QString &machine);
    void clear(); // the words remain

    const SpeedBook *m_speeds;
    Measurement m_measurement;
    RunRequest m_request;
    QLabel *m_words;
    QWidget *m_table;
    QGridLayout *m_rows;
    QLabel *m_remarks;
    QVBoxLayout *m_offers;
    QLabel *m_advice;
    QLabel *m_progress;
    MessageCard *m_problem;
    QPushButton *m_measure;
};

} // namespace motley
