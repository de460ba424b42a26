#include "app/plots/curvetable.h"

#include "app/plots/curves/curves.h"
#include "app/words/format.h"

#include <algorithm>
#include <iterator>

namespace motley {

std::vector<double> mergedX(const std::vector<PlotCurve> &curves)
{
    std::vector<double> all;
    for (const PlotCurve &curve : curves) {
        if (!curve.x || (!all.empty() && *curve.x == all)) // most curves have a point at each step
            continue;
        std::vector<double> merged;
        std::set_union(all.begin(), all.end(), curve.x->begin(), curve.x->end(), std::back_inserter(merged));
        all = std::move(merged);
    }
    return all;
}

void CurveTable::setCurves(std::vector<PlotCurve> curves, const QString &xName)
{
    beginResetModel();
    m_curves = std::move(curves);
    m_xName = xName;
    m_x = mergedX(m_curves);
    endResetModel();
}

void CurveTable::columnsChanged()
{
    std::vector<double> now = mergedX(m_curves);
    const std::size_t before = m_x.size();
    const bool hasGrown = now.size() > before && std::equal(m_x.begin(), m_x.end(), now.begin());
    if (hasGrown) {
        beginInsertRows({}, static_cast<int>(before), static_cast<int>(now.size()) - 1);
        m_x = std::move(now);
        endInsertRows();
    } else if (now != m_x) {
        beginResetModel();
        m_x = std::move(now);
        endResetModel();
    }
}

int CurveTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_x.size());
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
    const double x = m_x[static_cast<std::size_t>(index.row())];
    if (index.column() == 0)
        return formatAt(x, m_xValues);
    const PlotCurve &curve = m_curves[static_cast<std::size_t>(index.column() - 1)];
    const auto point = curve.x ? nearestPoint(*curve.x, x, 0) : std::nullopt;
    return point && curve.y && *point < curve.y->size() ? formatNumber((*curve.y)[*point], 6) : QString();
}

QVariant CurveTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? m_xName : m_curves.at(static_cast<std::size_t>(section - 1)).name;
}

} // namespace motley
