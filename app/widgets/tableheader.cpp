#include "app/widgets/tableheader.h"

#include <QStyleOption>

#include <algorithm>

namespace motley {

namespace {

constexpr int besideWords = 6; // pixels of both sides
constexpr int markRoom = 14; // pixels; the width of a heading has them already

} // namespace

TableHeader::TableHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsMovable(true); // as the headings that a tree view makes for itself
    setStretchLastSection(true);
    setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
}

int TableHeader::widthFor(int column) const
{
    return std::clamp(sectionSizeFromContents(column).width(), minimumSectionSize(), maximumSectionSize());
}

// A style takes part of what the style sheet leaves free beside the words as theirs.
QSize TableHeader::sectionSizeFromContents(int logicalIndex) const
{
    return QHeaderView::sectionSizeFromContents(logicalIndex) + QSize(besideWords, 0);
}

// Versions of Qt differ in whether the words keep away from the mark, and at which end: so they are drawn after it, and
// beside it.
void TableHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    if (!isSortIndicatorShown() || sortIndicatorSection() != logicalIndex)
        return QHeaderView::paintSection(painter, rect, logicalIndex);
    m_part = Part::Mark;
    QHeaderView::paintSection(painter, rect, logicalIndex);
    m_part = Part::Words;
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    QHeaderView::paintSection(
        painter, rect.adjusted(isMirrored ? markRoom : 0, 0, isMirrored ? 0 : -markRoom, 0), logicalIndex);
    m_part = Part::All;
}

void TableHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    if (m_part == Part::Mark)
        option->text.clear();
    if (m_part == Part::Words)
        option->sortIndicator = QStyleOptionHeader::None;
}

} // namespace motley
