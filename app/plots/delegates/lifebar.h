// When a machine trained, as a bar in a table: full while all of its ranks did, hatched while some did, an empty frame
// while none did. Step by step from the left, as in the charts, in every language.
#pragma once

#include <QStyledItemDelegate>

namespace motley {

class LifeBarDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    // Says what is known of the steps under the pointer.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;
};

} // namespace motley
