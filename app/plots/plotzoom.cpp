// What part of its curves a MetricPlot shows. It is never more than there is.
#include "app/plots/metricplot.h"

#include "app/plots/curves/plotlibrary.h"

#include <algorithm>

namespace motley {

namespace {

constexpr double closest = 1e-6; // of everything

} // namespace

std::optional<MetricPlot::Range> MetricPlot::wholeRange() const
{
    std::optional<Range> range;
    if (m_extent && (!m_logarithmicX || m_extent->first > 0))
        range = m_extent;
    for (const PlotCurve &curve : m_curves) {
        if (!curve.x)
            continue;
        const auto first = m_logarithmicX ? std::upper_bound(curve.x->begin(), curve.x->end(), 0.0) : curve.x->begin();
        if (first == curve.x->end())
            continue;
        const auto from = range ? std::min(range->first, *first) : *first;
        const auto to = range ? std::max(range->second, curve.x->back()) : curve.x->back();
        range = {from, to};
    }
    if (range && range->second <= range->first)
        range->second = range->first + 1;
    return range;
}

void MetricPlot::applyRange()
{
    const auto whole = wholeRange();
    if (!whole)
        return;
    if (!m_view.x)
        return m_plot->xAxis->setRange(whole->first, whole->second);
    const double newest = m_view.isFollowing ? whole->second - m_view.x->second : 0;
    m_plot->xAxis->setRange(m_view.x->first + newest, m_view.x->second + newest);
}

void MetricPlot::setExtent(std::optional<std::pair<double, double>> x)
{
    m_extent = x;
}

std::pair<double, double> MetricPlot::shownX() const
{
    const auto range = m_plot->xAxis->range();
    return {range.lower, range.upper};
}

void MetricPlot::setView(const PlotView &view)
{
    m_chosenY.reset();
    m_view = view;
    applyRange();
    scheduleRedraw();
    Q_EMIT viewChanged();
}

void MetricPlot::choose(const PlotView &view, std::optional<Range> y)
{
    setView(view);
    m_chosenY = y;
    if (isVisible())
        redraw(); // at once, as it follows the hand
    Q_EMIT viewChosen(m_view);
}

void MetricPlot::setFollowing(bool following)
{
    if (m_view.isFollowing == following)
        return;
    const auto range = m_plot->xAxis->range();
    auto x = m_view.x;
    if (x || !following) // as far as it has moved with the newest
        x = {range.lower, range.upper};
    choose({x, following}, m_chosenY);
}

void MetricPlot::showAll()
{
    choose({}, {});
}

void MetricPlot::zoomTo(double from, double to, std::optional<Range> y)
{
    const auto whole = wholeRange();
    if (!whole)
        return;
    const double least = std::max((whole->second - whole->first) * closest, 1e-9);
    from = std::clamp(from, whole->first, whole->second - least);
    to = std::clamp(to, from + least, whole->second);
    if (from == whole->first && to == whole->second && !y)
        return showAll();
    choose({{{from, to}}, false}, y);
}

void MetricPlot::zoom(double factor)
{
    zoomAt(factor, m_crosshairX ? m_plot->xAxis->coordToPixel(*m_crosshairX) : m_plot->axisRect()->center().x());
}

void MetricPlot::zoomAt(double factor, double pixel)
{
    const QRect area = m_plot->axisRect()->rect();
    if (area.width() <= 0)
        return;
    const double at = std::clamp<double>(pixel, area.left(), area.right());
    const auto place = [&](double edge) { return m_plot->xAxis->pixelToCoord(at + (edge - at) * factor); };
    zoomTo(place(area.left()), place(area.left() + area.width()), {});
}

void MetricPlot::zoomTo(const QRect &area, bool alsoY)
{
    const auto x = [this](int pixel) { return m_plot->xAxis->pixelToCoord(pixel); };
    const auto y = [this](int pixel) { return m_plot->yAxis->pixelToCoord(pixel); };
    std::optional<Range> chosen;
    if (alsoY)
        chosen = {y(area.bottom()), y(area.top())};
    zoomTo(x(area.left()), x(area.right()), chosen);
}

void MetricPlot::pan(const QPoint &pixels)
{
    const auto whole = wholeRange();
    if (!whole || !m_view.x)
        return;
    const auto *axis = m_plot->xAxis;
    const double left = m_plot->axisRect()->left();
    const double right = left + m_plot->axisRect()->width();
    const double most = left - axis->coordToPixel(whole->first);
    const double least = right - axis->coordToPixel(whole->second);
    const double by = std::clamp<double>(pixels.x(), std::min(least, 0.0), std::max(most, 0.0));
    auto y = m_chosenY;
    if (y) {
        const auto moved = [&](double value) {
            return m_plot->yAxis->pixelToCoord(m_plot->yAxis->coordToPixel(value) - pixels.y());
        };
        y = {moved(y->first), moved(y->second)};
    }
    choose({{{axis->pixelToCoord(left - by), axis->pixelToCoord(right - by)}}, false}, y);
}

} // namespace motley
