#include "app/pages/runfilter.h"

#include <algorithm>

namespace motley {

RunFilter::RunFilter(RunsModel *runs, QObject *parent) : QSortFilterProxyModel(parent), m_runs(runs)
{
    setSourceModel(runs);
    setSortRole(RunsModel::sortRole);
}

void RunFilter::setWords(const QString &words)
{
    m_words = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void RunFilter::setTag(const QString &tag)
{
    m_tag = tag;
    invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const Annotation &annotation = m_runs->recordAt(row).annotation;
    if (!m_tag.isEmpty() && !annotation.tags.contains(m_tag))
        return false;
    if (m_words.isEmpty())
        return true; // before the words of all columns, which many runs make long
    QStringList texts{annotation.note};
    for (int column = 0; column < RunsModel::ColumnCount; ++column)
        texts << m_runs->index(row, column, parent).data().toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) {
        return std::any_of(
            texts.begin(), texts.end(), [&](const QString &text) { return text.contains(word, Qt::CaseInsensitive); });
    });
}

} // namespace motley
