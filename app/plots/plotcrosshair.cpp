// The crosshair of a MetricPlot: where it stands, and the words beside it.
#include "app/plots/metricplot.h"

#include "app/plots/curves.h"
#include "app/plots/plotlibrary.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int pixelsInReach = 6; // of the pointer

} // namespace

void MetricPlot::moveCrosshair(int points)
{
    if (m_curves.empty() || !m_curves.front().x || m_curves.front().x->empty())
        return;
    const auto &x = *m_curves.front().x;
    const auto range = m_plot->xAxis->range();
    const double from = m_crosshairX.value_or(range.center());
    // One pixel, or one point where points are further apart than pixels.
    const double pixel = range.size() / std::max(1, m_plot->axisRect()->width());
    const double wanted = from + points * pixel;
    auto at = std::lower_bound(x.begin(), x.end(), wanted);
    if (points < 0 && at != x.begin() && (at == x.end() || *at >= from))
        --at;
    else if (points > 0 && at != x.end() && *at <= from)
        ++at;
    if (at == x.end())
        --at;
    setCrosshair(*at);
    Q_EMIT crosshairMoved(m_crosshairX);
}

void MetricPlot::setCrosshair(std::optional<double> x)
{
    if (m_crosshairX == x)
        return;
    m_crosshairX = x;
    m_crosshair->setVisible(x.has_value());
    if (x) {
        m_crosshair->point1->setCoords(*x, m_plot->yAxis->range().lower);
        m_crosshair->point2->setCoords(*x, m_plot->yAxis->range().upper);
    }
    showPointWords();
    if (isVisible())
        m_crosshair->layer()->replot(); // which leaves the curves as they are
}

// At the top of the crosshair, on the side where there is room.
void MetricPlot::showPointWords()
{
    const QString words = m_crosshairX && m_describe ? m_describe(*m_crosshairX) : QString();
    m_pointWords->setVisible(!words.isEmpty());
    if (words.isEmpty())
        return;
    const bool isAtTheRight = *m_crosshairX > m_plot->xAxis->range().center();
    m_pointWords->setText(words);
    m_pointWords->setPositionAlignment((isAtTheRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    m_pointWords->position->setCoords(*m_crosshairX, 0);
}

double MetricPlot::reach() const
{
    const double pixel = m_plot->xAxis->range().size() / std::max(1, m_plot->axisRect()->width());
    return std::max(0.5, pixelsInReach * pixel);
}

void MetricPlot::pointAt(double pixel)
{
    if (isEmpty())
        return;
    setCrosshair(snapped(m_plot->xAxis->pixelToCoord(pixel)));
    Q_EMIT crosshairMoved(m_crosshairX);
}

// The nearest point of the curves that are shown; a pointer between two points of all curves stays where it is. A
// marker goes before the points of lines, which are at every pixel and would leave no place to point at it.
double MetricPlot::snapped(double x) const
{
    std::optional<double> best;
    bool isMarker = false;
    for (const PlotCurve &curve : m_curves) {
        if (!curve.visible || !curve.x)
            continue;
        const bool hasMarkers = curve.lineStyle == PlotCurve::LineStyle::Markers;
        if (isMarker && !hasMarkers)
            continue;
        const auto nearest = nearestPoint(*curve.x, x, best && isMarker == hasMarkers ? std::abs(*best - x) : reach());
        if (!nearest)
            continue;
        best = (*curve.x)[*nearest];
        isMarker = hasMarkers;
    }
    return best.value_or(x);
}

} // namespace motley
