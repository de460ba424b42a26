// The history: every run that was started on this computer.
#pragma once

#include "app/models/workspace.h"
#include "app/pages/runfilter.h"
#include "app/pages/runsizes.h"

#include <QWidget>

class QAction;
class QComboBox;
class QKeySequence;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace motley {

class ComparePage;
class MessageCard;

class RunsPage : public QWidget {
    Q_OBJECT

public:
    explicit RunsPage(Workspace *workspace, QWidget *parent = nullptr);
    ~RunsPage() override;

    void compareChosen();
    void saveReport(const QString &path); // of the runs that are chosen

Q_SIGNALS:
    void opened();
    void newRunRequested();
    void likeRequested(const motley::RunRecord &run); // a new run with its job and its machines

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent * /*event*/) override { m_model.setShown(false); }

private:
    QWidget *makeToolBar();
    QWidget *makeEmptyState();
    void openSelected();
    void removeSelected();
    void remove(const RunRecord &run);
    void renameSelected();
    void annotateSelected();
    void closeSelected();
    QString whyNotRemoved(const RunRecord &run) const; // empty: it can be
    void addKey(const QKeySequence &key, void (RunsPage::*act)()); // in the table
    QMenu *makeMenu();
    void refresh();
    void refreshTags(); // what can be chosen, and which columns have anything to show
    void selectAgain(); // the run that was selected before the list was read anew
    const RunRecord *selected() const;
    std::vector<RunRecord> chosen() const; // as they are listed; more than one may be selected
    std::vector<RunRecord> compared() const; // what is chosen, and the baseline
    void pinSelected(bool pinned);
    void chooseReport();

    Workspace *m_workspace;
    RunsModel m_model;
    QString m_selected; // the run's id
    QStringList m_chosen; // their ids, while the list is read anew
    RunFilter m_sorted;
    RunSizes m_sizes;
    QComboBox *m_tag;
    QTreeView *m_table;
    QStackedWidget *m_stack; // the list, or what is said where it is empty
    QStackedWidget *m_parts; // the list with its tool bar, and the comparison
    ComparePage *m_comparison;
    MessageCard *m_message;
    QPushButton *m_compare;
    QPushButton *m_open;
    QPushButton *m_remove;
    QPushButton *m_more;
    QAction *m_close = nullptr;
    QAction *m_pin = nullptr;
    std::stop_source m_leave; // of reports that are written
    QThreadPool m_reports;
};

} // namespace motley
