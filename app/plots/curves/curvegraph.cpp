#include "app/plots/curves/curvegraph.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace motley {

namespace {

constexpr int markReach = 4; // pixels from its middle to its edge
constexpr int fewPoints = 2; // in a column of pixels, between which a line is seen as one
constexpr qsizetype mostJoined = 64; // columns
constexpr double roughness = 8; // pixels up and down in each column

struct Extent {
    double top = std::numeric_limits<double>::infinity();
    double bottom = -top;

    void add(double y)
    {
        top = std::min(top, y);
        bottom = std::max(bottom, y);
    }
};

bool isDrawn(const QPointF &point)
{
    return std::isfinite(point.x()) && std::isfinite(point.y());
}

QPointF inReach(const QPointF &point) // of numbers between which a line can be cut
{
    constexpr double farOff = 1e6; // pixels
    return {point.x(), std::clamp(point.y(), -farOff, farOff)};
}

double travelOf(const QVector<QPointF> &lines)
{
    double travel = 0;
    for (qsizetype i = 1; i < lines.size(); ++i)
        if (const double way = std::abs(lines[i].y() - lines[i - 1].y()); std::isfinite(way))
            travel += way;
    return travel;
}

void addLine(std::vector<Extent> &columns, const QPointF &from, const QPointF &to)
{
    const auto width = static_cast<double>(columns.size());
    if (to.x() < 0 || from.x() >= width)
        return;
    const auto heightAt
        = [&](double x) { return from.y() + (to.y() - from.y()) * (x - from.x()) / (to.x() - from.x()); };
    const double last = std::min(std::floor(to.x()), width - 1);
    for (double column = std::max(std::floor(from.x()), 0.0); column <= last; ++column) {
        Extent &extent = columns[static_cast<std::size_t>(column)];
        extent.add(from.x() >= column ? from.y() : heightAt(column));
        extent.add(to.x() <= column + 1 ? to.y() : heightAt(column + 1));
    }
}

} // namespace

QVector<QRect> bandOf(const QVector<QPointF> &lines, const QRect &within, double penWidth)
{
    const int width = within.width();
    if (lines.size() <= qsizetype(fewPoints) * width || travelOf(lines) <= roughness * width)
        return {};
    std::vector<Extent> columns(static_cast<std::size_t>(width));
    for (qsizetype i = 1; i < lines.size(); ++i)
        if (isDrawn(lines[i - 1]) && isDrawn(lines[i]))
            addLine(columns, inReach(lines[i - 1] - within.topLeft()), inReach(lines[i] - within.topLeft()));
    QVector<QRect> band;
    band.reserve(width);
    for (int column = 0; column < width; ++column) {
        const Extent &extent = columns[static_cast<std::size_t>(column)];
        const double top = std::max(std::floor(extent.top - penWidth / 2), 0.0);
        const double bottom = std::min(std::ceil(extent.bottom + penWidth / 2), double(within.height()));
        if (top < bottom)
            band.append(QRect(within.left() + column, within.top() + int(top), 1, int(bottom - top)));
    }
    return band;
}

QVector<QRect> joined(const QVector<QRect> &band)
{
    QVector<QRect> areas;
    areas.reserve(2 * band.size());
    for (qsizetype first = 0, end = 0; first < band.size(); first = end) {
        QRect common = band[first];
        for (end = first + 1; end < band.size() && end - first < mostJoined; ++end) {
            const int top = std::max(common.top(), band[end].top());
            const int bottom = std::min(common.bottom(), band[end].bottom());
            if (band[end].left() != common.right() + 1 || top > bottom)
                break;
            common = QRect(QPoint(common.left(), top), QPoint(band[end].left(), bottom));
        }
        areas.append(common);
        for (qsizetype i = first; i < end; ++i) {
            const QRect &column = band[i];
            if (column.top() < common.top())
                areas.append(QRect(column.left(), column.top(), 1, common.top() - column.top()));
            if (column.bottom() > common.bottom())
                areas.append(QRect(column.left(), common.bottom() + 1, 1, column.bottom() - common.bottom()));
        }
    }
    return areas;
}

void CurveGraph::drawLinePlot(QCPPainter *painter, const QVector<QPointF> &lines) const
{
    const bool mayBeBand = mScatterStyle.isNone() && painter->paintEngine()->type() == QPaintEngine::Raster;
    const QVector<QRect> band = mayBeBand ? bandOf(lines, clipRect(), mPen.widthF()) : QVector<QRect>();
    if (band.isEmpty())
        return QCPGraph::drawLinePlot(painter, lines);
    painter->save();
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(mPen.color());
    painter->drawRects(joined(band));
    painter->restore();
}

// Marks at the edge of the axes are whole: the newest test is one of them.
void CurveGraph::drawScatterPlot(
    QCPPainter *painter, const QVector<QPointF> &scatters, const QCPScatterStyle &style) const
{
    painter->save();
    painter->setClipRect(clipRect().adjusted(-markReach, -markReach, markReach, markReach));
    QCPGraph::drawScatterPlot(painter, scatters, style);
    painter->restore();
}

} // namespace motley
