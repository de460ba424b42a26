#include "app/plots/curvetable.h"

#include "app/words/format.h"

#include <algorithm>

namespace motley {

void CurveTable::setCurves(std::vector<PlotCurve> curves, const QString &xName)
{
    beginResetModel();
    m_curves = std::move(curves);
    m_xName = xName;
    m_rows = static_cast<int>(available());
    endResetModel();
}

std::size_t CurveTable::available() const
{
    return m_curves.empty() || !m_curves.front().x ? 0 : m_curves.front().x->size();
}

void CurveTable::columnsChanged()
{
    const int now = static_cast<int>(available());
    if (now > m_rows) {
        beginInsertRows({}, m_rows, now - 1);
        m_rows = now;
        endInsertRows();
    } else if (now < m_rows) {
        beginRemoveRows({}, now, m_rows - 1);
        m_rows = now;
        endRemoveRows();
    }
}

int CurveTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int CurveTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_curves.size()) + 1;
}

QVariant CurveTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || m_curves.empty())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignTrailing | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto &x = *m_curves.front().x;
    if (index.column() == 0)
        return row < x.size() ? formatCount(static_cast<std::int64_t>(x[row])) : QString();
    const auto *y = m_curves[static_cast<std::size_t>(index.column() - 1)].y;
    return y && row < y->size() ? formatNumber((*y)[row], 6) : QString();
}

QVariant CurveTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? m_xName : m_curves.at(static_cast<std::size_t>(section - 1)).name;
}

} // namespace motley
