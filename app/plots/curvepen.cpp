#include "app/plots/metricplot.h"

#include "app/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace motley {

namespace {

constexpr double faintAlpha = 0.35;

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
    painter.setPen(pen);
    painter.drawLine(QPointF(place.left() + 1, place.center().y()), QPointF(place.right() - 1, place.center().y()));
    if (curve.lineStyle != PlotCurve::LineStyle::Markers)
        return;
    painter.fillPath(markerOf(curve).translated(place.center()), pen.color());
}

} // namespace motley
