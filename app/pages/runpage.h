// The page of a run: its preparation, then its charts, its machines and its log.
#pragma once

#include "app/models/lifemodel.h"
#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/models/runnotice.h"
#include "app/models/workspace.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

class QStackedWidget;
class QTabWidget;

namespace motley {

class MessageCard;
class PreparationView;
class RunCharts;
class RunHeader;

class RunPage : public QWidget {
    Q_OBJECT

public:
    explicit RunPage(Workspace *workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    void changeRequested(); // of the run's job, for another run

private:
    QWidget *scrolledCharts();
    QWidget *makeLower();
    QWidget *makeMachineTable();
    QWidget *makeLogPane();
    QWidget *makeLives();
    void showLives(); // where there is more to see than one machine
    void setRun(OpenRun *run);
    void refresh(); // shows the run's state
    void refreshValues();
    void refreshMessage();
    void act(); // on the message's button
    void refreshMachines();
    QString whyEmpty() const;

    Workspace *m_workspace;
    OpenRun *m_run = nullptr;
    std::optional<RunNotice> m_notice;
    RunHeader *m_header;
    MessageCard *m_message;
    QStackedWidget *m_stack;
    PreparationView *m_preparation;
    RunCharts *m_charts;
    QTabWidget *m_tabs;
    RunMachineModel m_machines;
    LifeModel m_lives;
    LogModel m_log;
    QSortFilterProxyModel m_filteredLog;
    QTimer m_clock; // as silence brings no event
};

} // namespace motley
