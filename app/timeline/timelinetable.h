// The time line as a table, for screen readers and for those who want to read it: a row for each column of the picture,
// with what each machine did in it and what happened.
#pragma once

#include "app/timeline/timelinescene.h"

#include <QAbstractTableModel>

namespace motley {

class OpenRun;

class TimelineTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    // Of a run that outlives the table or is replaced before it goes; nullptr: nothing is shown.
    void setScene(const OpenRun *run, const TimelineScene &scene);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(std::size_t row, std::size_t column, bool isShort) const;

    const OpenRun *m_run = nullptr;
    TimelineScene m_scene;
};

} // namespace motley
