// The links between the machines as a table: a row for each direction of each link.
#pragma once

#include "app/pages/links/linkscene.h"

#include <QAbstractTableModel>

namespace motley {

class LinkTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { From, To, Speed, RoundTrip, Address, Measured, ColumnCount };
    static constexpr int sortRole = Qt::UserRole; // numbers as numbers

    using QAbstractTableModel::QAbstractTableModel;

    void show(const LinkScene *scene); // which outlives the model or is replaced

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int from, int to, int column) const;
    QVariant sortValue(int from, int to, int column) const;

    const LinkScene *m_scene = nullptr;
};

} // namespace motley
