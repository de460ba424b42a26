#include "app/plots/delegates/sparkline.h"

#include "app/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int besideSparkline = 8; // pixels
constexpr int sparklineWidth = SparklineDelegate::room - besideSparkline;
constexpr int usualWidth = 220; // of a cell; in a wider column a curve would stand far from its words

QPainterPath curveOf(const QList<double> &values, const QRectF &area)
{
    QPainterPath path;
    bool isDrawing = false;
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) {
            isDrawing = false;
            continue;
        }
        const double x = area.left() + area.width() * double(i) / double(std::max<qsizetype>(1, values.size() - 1));
        const QPointF point(x, area.bottom() - area.height() * std::clamp(values[i], 0.0, 1.0));
        isDrawing ? path.lineTo(point) : path.moveTo(point);
        isDrawing = true;
    }
    return path;
}

} // namespace

void SparklineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto values = index.data(valuesRole).value<QList<double>>();
    const int needed = sizeHint(option, index).width();
    const bool hasRoom = option.rect.width() >= needed;
    if (values.size() < 2 || !hasRoom) // beside a word that is cut there is none
        return;
    const bool isAlone = index.data().toString().isEmpty();
    const int used = isAlone ? needed : std::min(option.rect.width(), std::max(needed, usualWidth));
    const int right = option.rect.left() + used - 1;
    const QRect place(right - sparklineWidth - 5, option.rect.top() + 5, sparklineWidth, option.rect.height() - 10);
    const QRectF area = QStyle::visualRect(option.direction, option.rect, place);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(Theme::current().colours().border, 1));
    painter->drawLine(area.bottomLeft(), area.bottomRight());
    painter->setPen(QPen(Theme::current().colours().accent, 1.3));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(curveOf(values, area));
    painter->restore();
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    const bool hasValues = index.data(valuesRole).isValid();
    return hasValues ? QSize(size.width() + room, size.height()) : size;
}

} // namespace motley
