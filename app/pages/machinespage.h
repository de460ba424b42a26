// The page of machines: their hardware, their state, and which of their devices take part.
#pragma once

#include "app/models/workspace.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QTreeView;

namespace motley {

class MachineDetails;

class MachinesPage : public QWidget {
    Q_OBJECT

public:
    explicit MachinesPage(Workspace *workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    void newRunRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeToolBar();
    void divide();
    void addMachine();
    void importMachines();
    void showFiles();
    void editFolders();
    void editTerms();
    void showLinks();
    void refreshAll();
    void lookAtAll();
    void removeSelected();
    void showSelected();
    void selectAgain(); // the machine that was selected before the list changed, or the first
    Host *selected() const;
    void refreshSummary();
    void filter(); // hides machines without the words that are typed

    Workspace *m_workspace;
    QString m_selected; // the machine's name
    QSplitter *m_splitter;
    bool m_isDividedByHand = false;
    QTreeView *m_tree;
    MachineDetails *m_details;
    QLabel *m_summary;
    QLineEdit *m_filter; // where there are many machines
    QPushButton *m_remove;
    QPushButton *m_newRun;
    QTimer m_looks{this}; // as a machine that is switched off does not say so
};

} // namespace motley
