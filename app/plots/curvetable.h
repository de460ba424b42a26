// The numbers of a chart as a table, for screen readers and for those who want to read them: a row for each x that a
// curve has a point at.
#pragma once

#include "app/plots/metricplot.h"

#include <QAbstractTableModel>

namespace motley {

std::vector<double> mergedX(const std::vector<PlotCurve> &curves); // of all points, ascending

class CurveTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setCurves(std::vector<PlotCurve> curves, const QString &xName);
    void setXValues(AxisValues values) { m_xValues = values; } // before setCurves
    void columnsChanged(); // the columns have become longer or shorter

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<PlotCurve> m_curves;
    QString m_xName;
    AxisValues m_xValues = AxisValues::Whole;
    std::vector<double> m_x; // of the rows that the views have
};

} // namespace motley
