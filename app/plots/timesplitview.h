// Where the time of a step goes, as one stacked bar a machine; and as a small bar inside a table.
#pragma once

#include "app/models/metricseries.h"

#include <QFrame>
#include <QStyledItemDelegate>

class QHBoxLayout;

namespace motley {

class TimeSplitView : public QFrame {
    Q_OBJECT

public:
    explicit TimeSplitView(QWidget *parent = nullptr);

    void setSeries(const MetricSeries *series);
    void setEmptySentence(const QString &sentence); // shown before the first step
    void valuesChanged();
    void addLastTool(QWidget *tool);

private:
    class Bars;

    QHBoxLayout *m_head;
    Bars *m_bars;
};

class TimeSplitDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace motley
