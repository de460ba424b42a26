// The machines of a run, one row each: state, share, speed, where the time goes, and load.
#pragma once

#include "app/models/metricseries.h"

#include <QAbstractTableModel>

namespace motley {

// What one machine of a run does: in a word, and where that is not all, in a sentence.
struct MachineState {
    enum class Kind { Plain, Good, Warning, Bad };

    Kind kind = Kind::Plain;
    QString word;
    QString help = {};
};

MachineState machineStateOf(const MetricSeries &series, std::size_t machine);

class RunMachineModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, State, Share, Rate, Split, Cpu, Memory, Gpu, ColumnCount };
    static constexpr int readingsRole = Qt::UserRole + 1; // QList<double> from 0 to 1, for the delegate
    static constexpr int splitRole = Qt::UserRole; // WholeSplit, for the delegate

    using QAbstractTableModel::QAbstractTableModel;

    void setSeries(const MetricSeries *series); // nullptr: no run is shown
    void machinesChanged();
    void valuesChanged();
    bool hasGpus() const; // a machine has told of one

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool isLost(std::size_t machine) const;
    QVariant text(std::size_t row, int column) const;

    const MetricSeries *m_series = nullptr;
    int m_rows = 0; // the rows that the views have
};

QString machineWord(const std::string &name); // "local" is "This computer"
QStringList machineWords(const MetricSeries &series); // of all machines of a run, in their order
QString splitWords(const WholeSplit &split);

} // namespace motley

Q_DECLARE_METATYPE(motley::WholeSplit)
