#include "app/widgets/elidedlabel.h"

#include "app/words/format.h"

#include <QEvent>
#include <QHelpEvent>
#include <QStyle>
#include <QStylePainter>
#include <QToolTip>

#include <algorithm>

namespace motley {

namespace {

constexpr int leastCharacters = 10;

} // namespace

ElidedLabel::ElidedLabel(const char *role, QWidget *parent) : QLabel(parent)
{
    setProperty("role", role);
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const QSize whole = QLabel::minimumSizeHint();
    return {std::min(whole.width(), leastCharacters * fontMetrics().averageCharWidth()), whole.height()};
}

QString ElidedLabel::shortened() const
{
    const QString whole = layoutDirection() == Qt::RightToLeft ? inItsOwnOrder(text()) : text();
    return fontMetrics().elidedText(whole, Qt::ElideRight, contentsRect().width());
}

bool ElidedLabel::isWhole() const
{
    return fontMetrics().horizontalAdvance(text()) <= contentsRect().width();
}

void ElidedLabel::paintEvent(QPaintEvent * /*event*/)
{
    QStylePainter painter(this);
    painter.drawItemText(contentsRect(), static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())),
        palette(), isEnabled(), shortened(), foregroundRole());
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || isWhole())
        return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text()), this);
    return true;
}

} // namespace motley
