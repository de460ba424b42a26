#include "app/timeline/timelinetable.h"

#include "app/models/openrun.h"
#include "app/models/runmachinemodel.h"
#include "app/words/format.h"

namespace motley {

void TimelineTable::setScene(const OpenRun *run, const TimelineScene &scene)
{
    const bool isSame = run == m_run && scene.columns.ranges.size() == m_scene.columns.ranges.size()
        && scene.cells.size() == m_scene.cells.size();
    if (!isSame)
        beginResetModel();
    m_run = run;
    m_scene = scene;
    if (!isSame)
        endResetModel();
    else if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int TimelineTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_scene.columns.ranges.size());
}

int TimelineTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_scene.isEmpty() ? 0 : static_cast<int>(m_scene.cells.size()) + 2;
}

QString TimelineTable::text(std::size_t row, std::size_t column, bool isShort) const
{
    const MetricSeries &series = m_run->series();
    if (m_scene.columns.ranges[row].to > series.steps().size())
        return {}; // the run went back, and the scene follows in a moment
    if (column == 0)
        return columnWords(m_scene, series, row);
    if (column <= m_scene.cells.size())
        return cellWords(m_scene, series, column - 1, row, isShort);
    QStringList happened;
    for (const std::size_t mark : m_scene.marksIn(m_scene.columns.ranges[row]))
        happened << markWords(m_scene.marks[mark], m_run->log(), series);
    return isShort ? joinParts(happened) : happened.join(QLatin1Char('\n'));
}

QVariant TimelineTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_run)
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::DisplayRole)
        return text(row, column, true);
    if (role == Qt::AccessibleTextRole)
        return text(row, column, false);
    const QString words = role == Qt::ToolTipRole ? text(row, column, false) : QString();
    return words.isEmpty() ? QVariant() : plainToolTip(words);
}

QVariant TimelineTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || !m_run)
        return {};
    if (section == 0)
        return tr("Steps");
    const auto machine = static_cast<std::size_t>(section) - 1;
    return machine < m_run->series().machines().size() ? machineWord(m_run->series().machines()[machine].name)
                                                       : tr("What happened");
}

} // namespace motley
