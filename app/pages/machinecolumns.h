// Gives the columns of the list of machines their widths. It never scrolls sideways: where not all have room, those
// that say the least of the moment are left out, and names and curves are shortened. What no machine has takes no
// column.
#pragma once

#include "app/models/fleetmodel.h"

#include <QTimer>

#include <array>

class QTreeView;

namespace motley {

class TableHeader;

class MachineColumns : public QObject {
    Q_OBJECT

public:
    MachineColumns(QTreeView *tree, const FleetModel *model); // the tree owns it

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Widths = std::array<int, FleetModel::ColumnCount>; // pixels; 0: the column is left out

    void forget(); // what other rows needed
    void fitLater();
    void fit();
    bool isFilled(int column);
    int contentsOf(int column);
    int wantedOf(int column);

    QTreeView *m_tree;
    TableHeader *m_header;
    const FleetModel *m_model;
    QTimer m_timer;
    Widths m_widest{}; // of the contents so far, so that no number moves a column
    std::array<bool, FleetModel::ColumnCount> m_filled{}; // it had a value
    Widths m_given{}; // so that a width that the user chose stays until others are needed
};

} // namespace motley
