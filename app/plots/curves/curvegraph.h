// A curve of a chart. Where it goes up and down in each column of pixels it is drawn as a band: nobody
// sees the edges of its lines, and drawing thousands of them takes several times as long.
#pragma once

#include "app/plots/curves/plotlibrary.h"

namespace motley {

class CurveGraph : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter *painter, const QVector<QPointF> &lines) const override;
    void drawScatterPlot(
        QCPPainter *painter, const QVector<QPointF> &scatters, const QCPScatterStyle &style) const override;
};

// The columns of pixels that a rough line covers, drawn by a pen of this width and cut off at the edges of `within`.
// `lines` ascends along x, in pixels; at NaN the line ends. Empty: it is no rough line, or has few points.
QVector<QRect> bandOf(const QVector<QPointF> &lines, const QRect &within, double penWidth);

// The same pixels, each once, with the rows that neighbours share in one: a picture's memory lies along rows.
QVector<QRect> joined(const QVector<QRect> &band);

} // namespace motley
