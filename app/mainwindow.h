// The window: the rail, the pages, the status bar, and the keys that work everywhere.
#pragma once

#include "app/desktopnotices.h"
#include "app/models/workspace.h"
#include "app/navigationrail.h"
#include "app/widgets/wheelguard.h"

#include <QMainWindow>
#include <QTimer>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace motley {

class MachinesPage;
class NewRunPage;
class RunPage;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workspace *workspace, QWidget *parent = nullptr);

    void showPage(NavigationRail::Page page);
    void showProblem(const Error &error); // in a message above the pages

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void stayWithin(const QRect &screen);
    void build();
    void makePages();
    void makeStatusBar();
    void makeShortcuts();
    void refreshStatus();
    void refreshRuns(); // in the rail and the title
    void showRun(OpenRun *run);
    bool isLookedAt() const;
    void tell(const QString &runId, const QString &title, const QString &text); // on the desktop
    void refreshUndo();
    void showHelp();
    void changeRun(const Result<RunRequest> &request); // its job and machines, for another one
    void closeRun(OpenRun *run);
    void changeLanguage();
    void askBeforeCancelling(const OpenRun &run);

    Workspace *m_workspace;
    NavigationRail *m_rail = nullptr;
    class MessageCard *m_problem = nullptr;
    QStackedWidget *m_pages = nullptr;
    MachinesPage *m_machinesPage = nullptr;
    NewRunPage *m_newRunPage = nullptr;
    RunPage *m_runPage = nullptr;
    QLabel *m_machineStatus = nullptr;
    QLabel *m_runStatus = nullptr;
    QLabel *m_removed = nullptr;
    QToolButton *m_undo = nullptr;
    bool m_mayCancel = false; // the preparation of a run, by closing
    QTimer m_clock; // as runs go on without a word to the window
    QTimer m_looks; // at the machines, which may come and go
    DesktopNotices m_notices;
    WheelGuard m_wheelGuard;
};

} // namespace motley
