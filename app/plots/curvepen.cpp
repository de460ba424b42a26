#include "app/plots/metricplot.h"

#include "app/plots/curves/plotlibrary.h"
#include "app/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace motley {

namespace {

constexpr double faintAlpha = 0.35; // where points lie close, a curve covers itself
constexpr double swatchAlpha = 0.7; // as it looks then
constexpr double gridStrength = 0.4;

double widthOf(PlotCurve::LineStyle style)
{
    switch (style) {
    case PlotCurve::LineStyle::Bold:
        return 2.2;
    case PlotCurve::LineStyle::Thin:
    case PlotCurve::LineStyle::Faint:
        return 1;
    case PlotCurve::LineStyle::Line:
    case PlotCurve::LineStyle::Markers:
        return 1.6;
    }
    return 1;
}

// With 4 patterns for 8 colours, shifted by one for the next 8, no two of 32 curves have both in common.
Qt::PenStyle dashOf(int index)
{
    constexpr Qt::PenStyle styles[]{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    return styles[(index + index / seriesColours) % 4];
}

} // namespace

QPen penOf(const PlotCurve &curve)
{
    const Colours &colours = Theme::current().colours();
    QColor colour = curve.colour == PlotCurve::neutral ? colours.text : colours.series(curve.colour);
    if (curve.lineStyle == PlotCurve::LineStyle::Faint)
        colour.setAlphaF(faintAlpha);
    return QPen(colour, widthOf(curve.lineStyle), curve.dashed ? dashOf(curve.colour) : Qt::SolidLine);
}

QPainterPath markerOf(const PlotCurve &curve)
{
    QPainterPath path;
    switch (std::max(curve.colour, 0) % 4) {
    case 0:
        path.addRect(-2.7, -2.7, 5.4, 5.4);
        break;
    case 1:
        path.addEllipse(QPointF(0, 0), 3, 3);
        break;
    case 2:
        path.addPolygon(QPolygonF({{0, -3.6}, {3.6, 0}, {0, 3.6}, {-3.6, 0}}));
        break;
    default:
        path.addPolygon(QPolygonF({{0, -3.4}, {3.4, 2.6}, {-3.4, 2.6}}));
    }
    path.closeSubpath();
    return path;
}

void drawSwatch(QPainter &painter, const PlotCurve &curve, const QRectF &place)
{
    QPen pen = penOf(curve);
    pen.setWidthF(pen.widthF() * 1.4);
    if (curve.lineStyle == PlotCurve::LineStyle::Faint) {
        QColor colour = pen.color();
        colour.setAlphaF(swatchAlpha);
        pen.setColor(colour);
    }
    painter.setPen(pen);
    painter.drawLine(QPointF(place.left() + 1, place.center().y()), QPointF(place.right() - 1, place.center().y()));
    if (curve.lineStyle != PlotCurve::LineStyle::Markers)
        return;
    painter.fillPath(markerOf(curve).translated(place.center()), pen.color());
}

void MetricPlot::repen()
{
    const Colours &colours = Theme::current().colours();
    m_plot->setBackground(QBrush(colours.surface));
    QFont small = font();
    small.setPointSizeF(font().pointSizeF() * 0.85);
    for (auto *axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setBasePen(QPen(colours.border));
        axis->setTickPen(Qt::NoPen);
        axis->setTickLabelColor(colours.mutedText);
        axis->setLabelColor(colours.mutedText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(mixed(colours.surface, colours.border, gridStrength)));
        axis->grid()->setZeroLinePen(QPen(colours.border));
    }
    m_plot->xAxis2->setBasePen(Qt::NoPen);
    m_plot->yAxis2->setBasePen(Qt::NoPen);
    m_crosshair->setPen(QPen(colours.mutedText, 1, Qt::DashLine));
    m_pointWords->setFont(small);
    m_pointWords->setColor(colours.text);
    m_pointWords->setBrush(colours.surface);
    m_marks->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCross, QPen(colours.bad, 1.6), Qt::NoBrush, 7));
    for (int i = 0; i < static_cast<int>(m_curves.size()); ++i) {
        const PlotCurve &curve = m_curves[static_cast<std::size_t>(i)];
        const QPen pen = penOf(curve);
        m_plot->graph(i)->setPen(pen);
        if (curve.lineStyle == PlotCurve::LineStyle::Markers)
            m_plot->graph(i)->setScatterStyle(QCPScatterStyle(markerOf(curve), Qt::NoPen, pen.color()));
    }
    scheduleRedraw();
}

} // namespace motley
