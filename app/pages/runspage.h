// The history: every run that was started on this computer.
#pragma once

#include "app/models/runsmodel.h"
#include "app/models/workspace.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTreeView;

namespace motley {

class MessageCard;

class RunsPage : public QWidget {
    Q_OBJECT

public:
    explicit RunsPage(Workspace *workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    void opened();
    void newRunRequested();

private:
    QWidget *makeToolBar();
    QWidget *makeEmptyState();
    void openSelected();
    void removeSelected();
    void refresh();
    void selectAgain(); // the run that was selected before the list was read anew
    const RunRecord *selected() const;

    Workspace *m_workspace;
    RunsModel m_model;
    QString m_selected; // the run's id
    QSortFilterProxyModel m_sorted;
    QTreeView *m_table;
    QStackedWidget *m_stack;
    MessageCard *m_message;
    QPushButton *m_open;
    QPushButton *m_remove;
};

} // namespace motley
