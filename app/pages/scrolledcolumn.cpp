#include "app/pages/scrolledcolumn.h"

#include <QEvent>
#include <QScrollBar>
#include <QStyle>

namespace motley {

ScrolledColumn::ScrolledColumn(QWidget *content, QWidget *parent) : QScrollArea(parent)
{
    // The bar has its place always, as its coming would move what is beside it.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, verticalScrollBar(),
        [bar = verticalScrollBar()](int least, int most) { bar->setEnabled(least < most); });
    content->setObjectName(QStringLiteral("scrolled"));
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
}

QSize ScrolledColumn::minimumSizeHint() const
{
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * frameWidth();
    return {widget()->minimumSizeHint().width() + bar, QScrollArea::minimumSizeHint().height()};
}

bool ScrolledColumn::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace motley
