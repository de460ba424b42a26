#include "app/widgets/flowlayout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <limits>
#include <utility>

namespace motley {

FlowLayout::FlowLayout(int horizontalSpacing, int verticalSpacing, Qt::Alignment alignment)
    : m_horizontalSpacing(horizontalSpacing), m_verticalSpacing(verticalSpacing), m_alignment(alignment)
{
    setContentsMargins(0, 0, 0, 0);
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (!itemAt(index))
        return nullptr;
    QLayoutItem *item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

std::vector<FlowLayout::Line> FlowLayout::linesFor(int width) const
{
    std::vector<Line> lines;
    for (const auto &item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const QSize size = item->sizeHint();
        if (lines.empty() || lines.back().width + m_horizontalSpacing + size.width() > width)
            lines.emplace_back();
        Line &line = lines.back();
        line.width += size.width() + (line.items.empty() ? 0 : m_horizontalSpacing);
        line.height = std::max(line.height, size.height());
        line.items.push_back(item.get());
    }
    return lines;
}

QSize FlowLayout::framed(QSize size) const
{
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

int FlowLayout::heightForWidth(int width) const
{
    int height = 0;
    for (const Line &line : linesFor(width - framed({0, 0}).width()))
        height += line.height + (height > 0 ? m_verticalSpacing : 0);
    return framed({0, height}).height();
}

QSize FlowLayout::sizeHint() const
{
    const auto lines = linesFor(std::numeric_limits<int>::max());
    return framed(lines.empty() ? QSize(0, 0) : QSize(lines.front().width, lines.front().height));
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const auto &item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return framed(size);
}

void FlowLayout::setGeometry(const QRect &rectangle)
{
    QLayout::setGeometry(rectangle);
    const QRect inside = contentsRect();
    const auto direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int y = inside.y();
    for (const Line &line : linesFor(inside.width())) {
        const int space = m_alignment.testFlag(Qt::AlignTrailing) ? std::max(0, inside.width() - line.width) : 0;
        int x = inside.x() + space;
        for (QLayoutItem *item : line.items) {
            const QSize size(std::min(item->sizeHint().width(), inside.width()), item->sizeHint().height());
            const QRect place(x, y + (line.height - size.height()) / 2, size.width(), size.height());
            item->setGeometry(QStyle::visualRect(direction, inside, place));
            x += size.width() + m_horizontalSpacing;
        }
        y += line.height + m_verticalSpacing;
    }
}

} // namespace motley
