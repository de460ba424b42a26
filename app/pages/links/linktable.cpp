#include "app/pages/links/linktable.h"

#include "app/words/format.h"

namespace motley {

namespace {

struct Ends {
    int from = 0;
    int to = 0;
};

Ends endsOf(int row, int machines)
{
    const int from = row / (machines - 1);
    const int behind = row % (machines - 1);
    return {from, behind < from ? behind : behind + 1};
}

bool isNumber(int column)
{
    return column == LinkTable::Speed || column == LinkTable::RoundTrip;
}

} // namespace

void LinkTable::show(const LinkScene *scene)
{
    beginResetModel();
    m_scene = scene;
    endResetModel();
}

int LinkTable::rowCount(const QModelIndex &parent) const
{
    return m_scene && !parent.isValid() ? m_scene->count() * (m_scene->count() - 1) : 0;
}

int LinkTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LinkTable::text(int from, int to, int column) const
{
    if (column == From)
        return plainText(m_scene->machines[from], 120);
    if (column == To)
        return plainText(m_scene->machines[to], 120);
    const auto &link = m_scene->link(from, to);
    if (!link)
        return column == Speed ? tr("not measured") : QString();
    if (column == Measured)
        return formatAge(link->measured, QDateTime::currentDateTime());
    if (column == Address)
        return leftToRight(plainText(link->address, 120));
    if (!link->answered)
        return column == Speed ? tr("no answer") : QString();
    return column == Speed ? linkRateWords(link->bytesPerSecond) : linkDelayWords(link->roundTripSeconds);
}

QVariant LinkTable::sortValue(int from, int to, int column) const
{
    const auto &link = m_scene->link(from, to);
    switch (column) {
    case Speed:
        return !link ? -2.0 : link->answered ? link->bytesPerSecond : -1.0;
    case RoundTrip:
        return link && link->answered ? link->roundTripSeconds : -1.0;
    case Measured:
        return link ? link->measured : QDateTime();
    default:
        return text(from, to, column);
    }
}

QVariant LinkTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto [from, to] = endsOf(index.row(), m_scene->count());
    if (role == Qt::DisplayRole)
        return text(from, to, index.column());
    if (role == sortRole)
        return sortValue(from, to, index.column());
    if (role == Qt::TextAlignmentRole && isNumber(index.column()))
        return int(Qt::AlignTrailing | Qt::AlignVCenter);
    return {};
}

QVariant LinkTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && isNumber(section))
        return int(Qt::AlignTrailing | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case From:
        return tr("From");
    case To:
        return tr("To");
    case Speed:
        return tr("Speed");
    case RoundTrip:
        return tr("There and back");
    case Address:
        return tr("Address");
    case Measured:
        return tr("Measured");
    default:
        return {};
    }
}

} // namespace motley
