// When the machines of a run trained: one row each, with a bar over the steps, and the same in words.
#pragma once

#include "app/models/metricseries.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace motley {

// What a delegate draws of a machine's life.
struct LifeBar {
    std::vector<LifeSpan> spans;
    QStringList words; // of each span
    int ranks = 0; // of the machine
    int colour = 0; // index for Colours::series, as that of its curves
    double first = 0; // the steps at the ends of the bar, as of the charts
    double last = 0;
};

class LifeModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Life, Words, ColumnCount };
    static constexpr int barRole = Qt::UserRole; // LifeBar, for the delegate

    using QAbstractTableModel::QAbstractTableModel;

    void setSeries(const MetricSeries *series); // nullptr: no run is shown
    void machinesChanged();
    void valuesChanged();
    bool isWorthShowing() const; // there is more than one machine, or others train than at first

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString spanWords(std::size_t machine, const LifeSpan &span) const;
    QStringList allWords(std::size_t machine) const;
    LifeBar barOf(std::size_t machine) const;

    const MetricSeries *m_series = nullptr;
    int m_rows = 0; // the rows that the views have
};

} // namespace motley

Q_DECLARE_METATYPE(motley::LifeBar)
