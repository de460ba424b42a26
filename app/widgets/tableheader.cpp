#include "app/widgets/tableheader.h"

#include <QStyleOption>

#include <algorithm>

namespace motley {

namespace {

constexpr int markRoom = 14; // pixels; the width of a heading has them already

} // namespace

TableHeader::TableHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsMovable(true); // as the headings that a tree view makes for itself
    setStretchLastSection(true);
    setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
}

// Spaces push the words of numbers aside; other words begin at the other end.
void TableHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    if (option->sortIndicator == QStyleOptionHeader::None || option->text.isEmpty())
        return;
    const int space = std::max(1, option->fontMetrics.horizontalAdvance(QChar(QChar::Nbsp)));
    option->text += QString((markRoom + space - 1) / space, QChar(QChar::Nbsp));
}

} // namespace motley
