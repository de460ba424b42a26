#include "app/widgets/windowstyle.h"

#include "app/widgets/theme.h"

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

} // namespace motley
