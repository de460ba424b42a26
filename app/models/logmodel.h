// The log of a run: one line for each event, the newest events only.
#pragma once

#include "app/models/metricseries.h"

#include <QAbstractTableModel>

#include <deque>

namespace motley {

class LogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Level, Machine, Message, ColumnCount };

    explicit LogModel(std::size_t longest = 20000, QObject *parent = nullptr);

    void setMachineNames(const QStringList &names);
    void clear();
    void append(const std::vector<LogLine> &lines);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::size_t m_longest;
    std::deque<LogLine> m_lines;
    QStringList m_machineNames;
};

// `machines`: the names of the plan's machines, as people read them.
QString sentenceOf(const EventBody &body, const QStringList &machines = {});
QString sentenceOf(const LogLine &line, const QStringList &machines = {});

} // namespace motley
