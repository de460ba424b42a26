// Which runs the list shows: those with all words that were typed, and with the tag that was chosen.
#pragma once

#include "app/models/runsmodel.h"

#include <QSortFilterProxyModel>

namespace motley {

class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit RunFilter(RunsModel *runs, QObject *parent = nullptr);

    void setWords(const QString &words); // in any column, in a tag, or anywhere in the note
    void setTag(const QString &tag); // empty: of any tags
    const QString &tag() const { return m_tag; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    RunsModel *m_runs;
    QStringList m_words;
    QString m_tag;
};

} // namespace motley
