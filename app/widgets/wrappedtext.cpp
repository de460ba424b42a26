#include "app/widgets/wrappedtext.h"

#include <QPainter>
#include <QTextLayout>
#include <QtMath>

#include <memory>
#include <numeric>
#include <vector>

namespace motley {

namespace {

bool isWrappedFromTheRight(int flags)
{
    constexpr int both = Qt::TextWordWrap | Qt::TextForceRightToLeft;
    return (flags & both) == both && !(flags & Qt::TextShowMnemonic);
}

// Lays out the paragraph's lines one below the other, from y = 0 on. Returns their height.
qreal layOut(QTextLayout &paragraph, qreal width, qreal lineSpacing, Qt::Alignment alignment)
{
    QTextOption option(alignment & Qt::AlignHorizontal_Mask);
    option.setTextDirection(Qt::RightToLeft);
    option.setWrapMode(QTextOption::WordWrap);
    paragraph.setTextOption(option);
    qreal y = 0;
    paragraph.beginLayout();
    for (QTextLine line = paragraph.createLine(); line.isValid(); line = paragraph.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += lineSpacing;
    }
    paragraph.endLayout();
    return y;
}

} // namespace

int WrappedTextStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returned) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

void WrappedTextStyle::drawItemText(QPainter *painter, const QRect &rect, int flags, const QPalette &palette,
    bool enabled, const QString &text, QPalette::ColorRole textRole) const
{
    if (!isWrappedFromTheRight(flags))
        return QProxyStyle::drawItemText(painter, rect, flags, palette, enabled, text, textRole);
    std::vector<std::unique_ptr<QTextLayout>> paragraphs;
    std::vector<qreal> heights;
    for (const QString &paragraph : text.split(QLatin1Char('\n'))) {
        paragraphs.push_back(std::make_unique<QTextLayout>(paragraph, painter->font(), painter->device()));
        heights.push_back(
            layOut(*paragraphs.back(), rect.width(), painter->fontMetrics().lineSpacing(), Qt::Alignment(flags)));
    }
    const qreal height = std::accumulate(heights.begin(), heights.end(), 0.0);
    const QRect place = alignedRect(
        Qt::LeftToRight, Qt::Alignment(flags) & Qt::AlignVertical_Mask, QSize(rect.width(), qCeil(height)), rect);
    const QPen before = painter->pen();
    if (textRole != QPalette::NoRole)
        painter->setPen(QPen(palette.brush(textRole), before.widthF()));
    QPointF at = place.topLeft();
    for (std::size_t i = 0; i < paragraphs.size(); ++i) {
        paragraphs[i]->draw(painter, at);
        at.ry() += heights[i];
    }
    painter->setPen(before);
}

} // namespace motley
