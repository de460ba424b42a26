// The runs in this computer's history, newest first.
#pragma once

#include "remote/history/runrecord.h"
#include "remote/history/runsize.h"

#include <QAbstractTableModel>
#include <QHash>

namespace motley {

class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Tags, State, Started, Duration, Best, Loss, Size, Machines, Note, ColumnCount };
    static constexpr int sortRole = Qt::UserRole;

    explicit RunsModel(RunHistory *history, QObject *parent = nullptr);

    void reload();
    void setShown(bool shown); // what changes while nobody sees the list is read when somebody does
    void setHidden(const QString &id); // of a run that is not listed
    void setSizes(const QHash<QString, RunSize> &sizes); // by the run's id
    std::optional<RunSize> sizeOf(const RunRecord &record) const; // nullopt: not known yet
    const std::vector<RunRecord> &records() const { return m_records; }
    const RunRecord &recordAt(int row) const { return m_records.at(static_cast<std::size_t>(row)); }
    QStringList tags() const; // of all runs, each once
    const std::optional<Error> &error() const { return m_error; } // why the list could not be read

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow();
    QVariant sortKey(int row, int column) const;

    RunHistory *m_history;
    bool m_isShown = true;
    bool m_isOutdated = false;
    QString m_hidden;
    std::vector<RunRecord> m_records;
    QHash<QString, RunSize> m_sizes;
    std::optional<Error> m_error;
};

} // namespace motley
