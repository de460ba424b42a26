// The pages of the window, as a column of icons with words.
#pragma once

#include <QFrame>
#include <QHash>

class QButtonGroup;
class QToolButton;
class QVBoxLayout;
class QLabel;

namespace motley {

class NavigationRail : public QFrame {
    Q_OBJECT

public:
    enum class Page { Machines, NewRun, Runs, Run, Settings };

    explicit NavigationRail(QWidget *parent = nullptr);

    void setCurrent(Page page);
    void showRun(const QString &name, const QString &state, const QIcon &icon); // an empty name hides it

Q_SIGNALS:
    void chosen(motley::NavigationRail::Page page);
    void helpRequested();

private:
    QToolButton *addPage(Page page, const QString &text, const QString &icon, const QString &objectName);

    QVBoxLayout *m_layout;
    QButtonGroup *m_group;
    QLabel *m_runHeading;
    QToolButton *m_run;
};

} // namespace motley
