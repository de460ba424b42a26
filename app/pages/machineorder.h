// The ticked machines in the order of a run. The first one coordinates; rows are dragged, or moved with the buttons.
#pragma once

#include "app/models/workspace.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QToolButton;

namespace motley {

class MachineOrder : public QWidget {
    Q_OBJECT

public:
    explicit MachineOrder(Workspace *workspace, QWidget *parent = nullptr);

    // Ticks the machines and devices of a run and no others, in its order. Returns the names of those that are not in
    // the list of machines any more.
    QStringList choose(const RunRequest &request);
    std::vector<Host *> hosts() const; // the hosts with a ticked device, in the order of the run

Q_SIGNALS:
    void changed();

private:
    void refresh();
    void move(int by);
    void storeOrder();

    Workspace *m_workspace;
    QListWidget *m_list;
    QToolButton *m_up;
    QToolButton *m_down;
    QLabel *m_remark; // on machines that are one
    QStringList m_order; // names, also of machines that are not ticked now
};

} // namespace motley
