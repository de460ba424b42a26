// The window: the rail, the pages, the status bar, and the keys that work everywhere.
#pragma once

#include "app/models/workspace.h"
#include "app/navigationrail.h"
#include "app/widgets/wheelguard.h"

#include <QMainWindow>

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

Q_SIGNALS:
    void languageChosen(const QString &code); // the owner replaces this window by a new one

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void stayWithin(const QRect &screen);
    void makePages();
    void makeShortcuts();
    void refreshStatus();
    void refreshUndo();
    void showHelp();

    Workspace *m_workspace;
    NavigationRail *m_rail;
    class MessageCard *m_problem;
    QStackedWidget *m_pages;
    MachinesPage *m_machinesPage = nullptr;
    NewRunPage *m_newRunPage = nullptr;
    RunPage *m_runPage = nullptr;
    QLabel *m_machineStatus;
    QLabel *m_runStatus;
    QLabel *m_removed;
    QToolButton *m_undo;
    WheelGuard m_wheelGuard;
};

} // namespace motley
