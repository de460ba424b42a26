// Chooses and arranges the small charts of a run. What is changed holds at once, so that it is seen behind the dialog.
#pragma once

#include "app/plots/controls/chartlayout.h"

#include <QDialog>
#include <QHash>

class QListWidget;
class QPushButton;

namespace motley {

class ChartsDialog : public QDialog {
    Q_OBJECT

public:
    // `names`: of each chart, for people.
    ChartsDialog(const ChartLayout &layout, const ChartLayout &usual, const QHash<QString, QString> &names,
        QWidget *parent = nullptr);

Q_SIGNALS:
    void chosen(const motley::ChartLayout &layout);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override; // keys that move a chart in the list

private:
    void fill(const ChartLayout &layout);
    void move(int rows); // the current chart
    void choose();
    void refreshButtons();
    ChartLayout layoutOfList() const;

    ChartLayout m_usual;
    QHash<QString, QString> m_names;
    QListWidget *m_list;
    QPushButton *m_up;
    QPushButton *m_down;
    QPushButton *m_restore;
};

} // namespace motley
