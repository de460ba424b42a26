#include "app/widgets/tableheader.h"

#include <QStyleOption>

namespace motley {

namespace {

constexpr int markRoom = 14; // pixels from the end of the words' room
constexpr int widestSpace = 8;

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

QSize TableHeader::sectionSizeFromContents(int logicalIndex) const
{
    const QSize words = QHeaderView::sectionSizeFromContents(logicalIndex);
    return isSortIndicatorShown() ? words + QSize(markRoom + widestSpace, 0) : words;
}

} // namespace motley
