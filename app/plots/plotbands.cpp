// Pens of curves that are so dense and so rough that their line fills what it crosses.
#include "app/plots/metricplot.h"
#include "app/plots/plotlibrary.h"
#include "app/widgets/theme.h"

#include <cmath>

namespace motley {

namespace {

constexpr int fewPoints = 2; // in a column of pixels, between which a line is seen as one
constexpr double bandPen = 1.5; // pixels, so that no column is left out
constexpr double roughness = 8; // pixels up and down in each column

// How far the line goes up and down, in pixels.
double travelOf(const QCPGraph &graph)
{
    double travel = 0;
    double before = std::nan("");
    for (const QCPGraphData &point : *graph.data()) {
        const double y = graph.valueAxis()->coordToPixel(point.value);
        if (std::isfinite(y - before))
            travel += std::abs(y - before);
        before = y;
    }
    return travel;
}

// Where lines of a colour with alpha cross, there would be a darker one.
QColor opaque(const QColor &colour, const QColor &ground)
{
    const auto mixed
        = [alpha = colour.alphaF()](float part, float below) { return part * alpha + below * (1 - alpha); };
    return QColor::fromRgbF(mixed(colour.redF(), ground.redF()), mixed(colour.greenF(), ground.greenF()),
        mixed(colour.blueF(), ground.blueF()));
}

} // namespace

// Nobody sees the edges of such a line, which take most of the time of drawing it.
void MetricPlot::penBands()
{
    const int columns = m_plot->axisRect()->width();
    bool hasBand = false;
    for (int i = 0; i < static_cast<int>(m_curves.size()); ++i) {
        auto *graph = m_plot->graph(i);
        const PlotCurve &curve = m_curves[static_cast<std::size_t>(i)];
        if (curve.lineStyle == PlotCurve::LineStyle::Markers)
            continue;
        const bool isBand = graph->data()->size() > fewPoints * columns && travelOf(*graph) > roughness * columns;
        graph->setAntialiased(!isBand);
        const QPen pen = penOf(curve);
        graph->setPen(isBand ? QPen(opaque(pen.color(), Theme::current().colours().surface), bandPen) : pen);
        hasBand = hasBand || isBand;
    }
    // Else such a line is stroked as one shape, which takes seconds.
    m_plot->setPlottingHint(QCP::phFastPolylines, hasBand);
}

} // namespace motley
