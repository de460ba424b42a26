// The page of a run before it starts: the job, its data, the machines, and the shares of the plan.
#pragma once

#include "app/models/workspace.h"

#include <QWidget>

class QComboBox;
class QPushButton;
class QSpinBox;
class QLabel;

namespace motley {

class DataPreviewCard;
class ForecastView;
class JobFileView;
class JobForm;
class MachineOrder;
class MessageCard;
class PlanView;

class NewRunPage : public QWidget {
    Q_OBJECT

public:
    explicit NewRunPage(Workspace *workspace, QWidget *parent = nullptr);

    void setJob(const JobSpec &job);
    void setRequest(const RunRequest &request); // its job and its machines
    bool importJob(const QString &path);
    bool exportJob(const QString &path);

Q_SIGNALS:
    void machinesRequested();
    void started();

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeJobSide();
    QWidget *makeMachineSide();
    void chooseImport();
    void chooseExport();
    void refresh();
    void start();
    QStringList busyMachines() const; // in sentences
    void leaveOut(const QString &machine);
    JobSpec job() const;
    RunRequest request() const;
    std::vector<CandidateMachine> candidates() const; // with the speeds that are known
    static QString noPlanWords(const Error &error);
    QString obstacle(const Result<Plan> &planned) const; // why the run cannot start; empty: it can
    void showObstacle(const QString &problem);

    Workspace *m_workspace;
    QComboBox *m_preset;
    JobForm *m_form;
    DataPreviewCard *m_data;
    MachineOrder *m_order;
    QSpinBox *m_cpuRanks;
    PlanView *m_plan;
    ForecastView *m_forecast;
    JobFileView *m_jobFile;
    MessageCard *m_message;
    QPushButton *m_chooseMachines;
    QPushButton *m_start;
    QLabel *m_obstacle;
};

} // namespace motley
