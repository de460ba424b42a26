// The examples of one test as the rows of a table: what is shown, what is right, what the model made of it, and whether
// that is right.
#pragma once

#include "app/models/series/examplehistory.h"

#include <QAbstractTableModel>

namespace motley {

class ExampleModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Shown, Expected, Predicted, Result, ColumnCount };
    static constexpr int pictureHeight = 40; // pixels

    using QAbstractTableModel::QAbstractTableModel;

    // The histories must live until others are shown. nullptr: nothing is.
    void show(const ExampleHistory *history, const TestExamples *test);
    const TestExample *exampleAt(int row) const;
    QImage pictureAt(int row, int column) const; // as large as it came; null: there is none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(const TestExample &example, int column) const;

    const ExampleHistory *m_history = nullptr;
    std::vector<TestExample> m_examples;
};

} // namespace motley
