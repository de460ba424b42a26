// The latest values of a number as a small curve at the end of its cell, from the oldest at the left to the newest.
#pragma once

#include "app/models/runmachinemodel.h"

#include <QStyledItemDelegate>

namespace motley {

class SparklineDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int valuesRole = RunMachineModel::readingsRole;
    static constexpr int room = 56; // pixels beside the words

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace motley
