// The crosshair of a MetricPlot: where it stands, and the words beside it.
#include "app/plots/metricplot.h"

#include "app/plots/curves/curves.h"
#include "app/plots/curves/plotlibrary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr int pixelsInReach = 6; // of the pointer
constexpr double wholeApart = 0.5;
constexpr double anywhere = std::numeric_limits<double>::infinity();

} // namespace

void MetricPlot::moveCrosshair(int points)
{
    if (m_curves.empty() || !m_curves.front().x || m_curves.front().x->empty())
        return;
    const auto &x = *m_curves.front().x;
    const auto *axis = m_plot->xAxis;
    const double from = m_crosshairX.value_or(axis->pixelToCoord(m_plot->axisRect()->center().x()));
    // One pixel, or one point where points are further apart than pixels.
    const double wanted = axis->pixelToCoord(axis->coordToPixel(from) + points);
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
    const bool isAtTheRight = m_plot->xAxis->coordToPixel(*m_crosshairX) > m_plot->axisRect()->center().x();
    m_pointWords->setText(words);
    m_pointWords->setPositionAlignment((isAtTheRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    m_pointWords->position->setCoords(*m_crosshairX, 0);
}

double MetricPlot::reach() const
{
    const double pixel = m_plot->xAxis->range().size() / std::max(1, m_plot->axisRect()->width());
    return std::max(apart(), pixelsInReach * pixel);
}

// Steps are whole numbers; other values are those of points, exactly.
double MetricPlot::apart() const
{
    return m_xValues == AxisValues::Whole ? wholeApart : 0;
}

// A line has a value at the nearest of its points, a marker only where it stands.
std::optional<std::size_t> MetricPlot::pointOf(const PlotCurve &curve, double x) const
{
    if (!curve.x || !curve.y || curve.x->empty())
        return std::nullopt;
    const bool isLine = curve.lineStyle != PlotCurve::LineStyle::Markers;
    const bool isBeside = x < curve.x->front() - apart() || x > curve.x->back() + apart();
    const auto point = nearestPoint(*curve.x, x, isLine && !isBeside ? anywhere : apart());
    return point && *point < curve.y->size() ? point : std::nullopt;
}

void MetricPlot::pointAt(double pixel)
{
    if (isEmpty())
        return;
    const auto *axis = m_plot->xAxis;
    const double inReach = std::max(apart(), axis->pixelToCoord(pixel + pixelsInReach) - axis->pixelToCoord(pixel));
    setCrosshair(snapped(axis->pixelToCoord(pixel), inReach));
    Q_EMIT crosshairMoved(m_crosshairX);
}

// The nearest point of the lines that are shown. A marker goes before them, as they are at every pixel and would leave
// no place to point at it; where there are markers alone, a pointer between them stays where it is.
double MetricPlot::snapped(double x, double inReach) const
{
    std::optional<double> best;
    bool isMarker = false;
    for (const PlotCurve &curve : m_curves) {
        if (!curve.visible || !curve.x)
            continue;
        const bool hasMarkers = curve.lineStyle == PlotCurve::LineStyle::Markers;
        if (isMarker && !hasMarkers)
            continue;
        const auto nearest = nearestPoint(*curve.x, x,
            best && isMarker == hasMarkers ? std::abs(*best - x)
                : hasMarkers               ? inReach
                                           : anywhere);
        if (!nearest)
            continue;
        best = (*curve.x)[*nearest];
        isMarker = hasMarkers;
    }
    return best.value_or(x);
}

} // namespace motley
