#include "app/widgets/windowstyle.h"

#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QPainter>
#include <QStyleOption>

namespace motley {

void WindowStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    if (element != PE_FrameFocusRect)
        return WrappedTextStyle::drawPrimitive(element, option, painter, widget);
    painter->save();
    painter->setPen(Theme::current().colours().accent);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1)); // a pen of one pixel draws it beyond the rectangle
    painter->restore();
}

void WindowStyle::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *item = element == CE_ItemViewItem ? qstyleoption_cast<const QStyleOptionViewItem *>(option) : nullptr;
    if (!item || item->direction != Qt::RightToLeft)
        return WrappedTextStyle::drawControl(element, option, painter, widget);
    QStyleOptionViewItem own(*item);
    own.text = inItsOwnOrder(item->text);
    WrappedTextStyle::drawControl(element, &own, painter, widget);
}

} // namespace motley
