// The pages of the window, as a column of icons with words.
#pragma once

#include "app/railrun.h"

#include <QFrame>

#include <vector>

class QButtonGroup;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace motley {

class NavigationRail : public QFrame {
    Q_OBJECT

public:
    enum class Page { Machines, NewRun, Runs, Run, Settings };

    explicit NavigationRail(QWidget *parent = nullptr);

    void setCurrent(Page page);
    void showRuns(const std::vector<RailRun> &runs, int current); // `current`: the one of the page; -1: none

Q_SIGNALS:
    void chosen(motley::NavigationRail::Page page);
    void runChosen(int run); // its place in what was shown
    void runClosed(int run);
    void helpRequested();

private:
    QToolButton *addPage(Page page, const QString &text, const QString &icon, const QString &objectName);

    QScrollArea *makeRunList();
    void check();

    QVBoxLayout *m_layout;
    QButtonGroup *m_group;
    QLabel *m_runHeading;
    QScrollArea *m_runList;
    std::vector<RailRunButton *> m_runs;
    Page m_page = Page::Machines;
    int m_current = -1;
};

} // namespace motley
