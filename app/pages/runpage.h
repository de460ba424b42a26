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

class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace motley {

class AnswersView;
class ExamplesView;
class NoticeLine;
class PreparationView;
class RunCharts;
class RunHeader;

class RunPage : public QWidget {
    Q_OBJECT

public:
    explicit RunPage(Workspace *workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    void changeRequested(); // of the run's job, for another run

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *scrolledCharts();
    QWidget *makeLower();
    QWidget *makeMachineTable();
    QWidget *makeLogTable();
    QWidget *makeCorner();
    QWidget *makeLives();
    bool isDrawerOpen() const;
    void setDrawerOpen(bool open);
    void makeRoomForExamples();
    void closeWhatLiesAbove(); // details of a notice, or a chart that is maximised
    void showLives(); // where there is more to see than one machine
    void showAnswers(); // where there are some
    void showExamples(); // the same
    void setRun(OpenRun *run);
    void refresh(); // shows the run's state
    void refreshValues();
    void refreshMessage();
    void act(int index); // of the notice's actions
    void refreshMachines();
    QString whyEmpty() const;

    Workspace *m_workspace;
    OpenRun *m_run = nullptr;
    std::optional<RunNotice> m_notice;
    RunHeader *m_header;
    NoticeLine *m_message;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    PreparationView *m_preparation;
    RunCharts *m_charts;
    QTabWidget *m_tabs; // the drawer
    AnswersView *m_answers;
    ExamplesView *m_examples;
    QToolButton *m_drawer;
    QLineEdit *m_logFilter;
    std::optional<bool> m_drawerChosen; // by the user; nullopt: by the height of the window
    RunMachineModel m_machines;
    LifeModel m_lives;
    LogModel m_log;
    QSortFilterProxyModel m_filteredLog;
    QTimer m_clock; // as silence brings no event
};

} // namespace motley
