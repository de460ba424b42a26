// The machines of a run as rows beside its loss: the share of each, what it did and could do, and how much it waits.
#pragma once

#include "app/models/metricseries.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;

namespace motley {

class MachineRows : public QFrame {
    Q_OBJECT

public:
    explicit MachineRows(QWidget *parent = nullptr);

    void setSeries(const MetricSeries *series);
    void setEmptySentence(const QString &sentence); // shown before the first step
    void valuesChanged();
    void addLastTool(QWidget *tool);

private:
    class Rows;

    const MetricSeries *m_series = nullptr;
    QHBoxLayout *m_head;
    QLabel *m_unit; // of all speeds
    Rows *m_rows;
};

} // namespace motley
