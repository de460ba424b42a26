#include "app/plots/delegates/lifebar.h"

#include "app/models/lifemodel.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"
#include "app/words/membershipwords.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace motley {

namespace {

constexpr int barHeight = 16; // pixels
constexpr double leastWidth = 2; // of a span, so that a single step is seen

QRectF barIn(const QRect &cell)
{
    return {cell.left() + 6.0, cell.center().y() - barHeight / 2.0 + 0.5, std::max(1.0, cell.width() - 12.0),
        double(barHeight)};
}

// Each step is as wide as the next, from half a step before the first one on.
QRectF placeOf(const LifeSpan &span, const LifeBar &life, const QRectF &bar)
{
    const double step = bar.width() / (life.last - life.first + 1);
    const double width = std::max(leastWidth, (span.last - span.first + 1) * step);
    return {
        std::min(bar.left() + (span.first - life.first) * step, bar.right() - width), bar.top(), width, bar.height()};
}

void paintSpan(QPainter &painter, const LifeSpan &span, const LifeBar &life, const QRectF &place)
{
    const Colours &colours = Theme::current().colours();
    const QColor colour = colours.series(life.colour);
    if (span.ranks >= life.ranks)
        return painter.fillRect(place, colour);
    painter.setPen(QPen(span.ranks > 0 ? colour : colours.mutedText, 1, span.ranks > 0 ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(span.ranks > 0 ? QBrush(colour, Qt::BDiagPattern) : QBrush(Qt::NoBrush));
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
    if (span.ranks > 0)
        return;
    const QString words = notInTheRun();
    QFont small = painter.font();
    small.setPointSizeF(small.pointSizeF() * 0.8);
    painter.setFont(small);
    painter.setPen(colours.text);
    if (painter.fontMetrics().horizontalAdvance(words) + 8 < place.width())
        painter.drawText(place, Qt::AlignCenter, words);
}

} // namespace

void LifeBarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto life = index.data(LifeModel::barRole).value<LifeBar>();
    const QRectF bar = barIn(option.rect);
    for (const LifeSpan &span : life.spans) {
        painter->save();
        paintSpan(*painter, span, life, placeOf(span, life, bar));
        painter->restore();
    }
}

bool LifeBarDelegate::helpEvent(
    QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const auto life = index.data(LifeModel::barRole).value<LifeBar>();
    const QRectF bar = barIn(option.rect);
    for (std::size_t i = 0; i < life.spans.size(); ++i) {
        if (!placeOf(life.spans[i], life, bar).contains(event->pos()))
            continue;
        QToolTip::showText(event->globalPos(), plainToolTip(life.words[static_cast<qsizetype>(i)]), view->viewport());
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace motley
