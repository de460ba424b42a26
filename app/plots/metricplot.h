// One chart: long columns of numbers as curves, thinned to the pixels, redrawn at most ten times a second, rarer where
// that takes long, and not at all while hidden. What mouse and keys do with it: PlotGestures and the help dialog.
#pragma once

#include "app/plots/controls/axisvalues.h"
#include "app/plots/curves/minmaxblocks.h"
#include "app/plots/plotorigin.h"

#include <QPainterPath>
#include <QPen>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace motley {

class PlotGestures;
enum class CsvLayout;

struct PlotCurve {
    enum class LineStyle { Line, Bold, Thin, Faint, Markers };
    static constexpr int neutral = -1; // a colour that no machine has

    QString name;
    int colour = 0; // index for Colours::series, or `neutral`
    LineStyle lineStyle = LineStyle::Line;
    const std::vector<double> *x = nullptr; // ascending; x and y outlive the plot or are replaced by setCurves
    const std::vector<double> *y = nullptr;
    bool visible = true;
    bool hasGaps = false; // NaN says that there is no value, not that there is one which cannot be drawn; the line ends
    bool dashed = false; // in the way of the colour's index, by which also those tell it who see no colours
    bool isSmoothed = false; // of another curve, whose points are counted
};

// What a chart shows along x.
struct PlotView {
    std::optional<std::pair<double, double>> x{}; // from, to; nullopt: everything
    bool isFollowing = true; // it moves with the newest point

    bool operator==(const PlotView &) const = default;
};

QPen penOf(const PlotCurve &curve); // in the colours of the theme
QPainterPath markerOf(const PlotCurve &curve); // 6 pixels wide around 0; by it also those tell it who see no colours
void drawSwatch(QPainter &painter, const PlotCurve &curve, const QRectF &place); // its line or marker, for a legend

class MetricPlot : public QWidget {
    Q_OBJECT

public:
    explicit MetricPlot(QWidget *parent = nullptr);

    void setCurves(std::vector<PlotCurve> curves);
    const std::vector<PlotCurve> &curves() const { return m_curves; }
    void setCurveVisible(int index, bool visible);
    void setFromZero(bool fromZero); // the y axis begins at 0, so that parts can be compared with their sum
    void setAxisNames(const QString &x, const QString &y);
    void columnsChanged(); // to be called when the columns have grown

    void setXValues(AxisValues values);
    AxisValues xValues() const { return m_xValues; }
    bool isLogarithmicX() const { return m_logarithmicX; }
    void setLogarithmicX(bool logarithmic);
    std::optional<std::size_t> pointOf(const PlotCurve &curve, double x) const; // that is shown at a crosshair there

    bool isLogarithmic() const { return m_logarithmic; }
    void setLogarithmic(bool logarithmic);
    void setExtent(std::optional<std::pair<double, double>> x); // that linked charts share, beside that of the curves
    const PlotView &view() const { return m_view; }
    void setView(const PlotView &view); // of a linked chart; y fits what is seen
    std::pair<double, double> shownX() const;
    bool isFollowing() const { return m_view.isFollowing; }
    void setFollowing(bool following); // true: the newest value stays in the picture
    void showAll();
    void zoom(double factor); // < 1: closer, around the crosshair
    void moveCrosshair(int points);
    void setCrosshair(std::optional<double> x); // from a linked chart
    void setDescription(std::function<QString(double x)> describe); // of the place of the crosshair, shown beside it
    double reach() const; // along x: a point that is further from the crosshair is none of it

    std::size_t leftOut() const { return m_leftOut; } // values that are not finite, or too small for the axis
    // Wild values, which would leave the others no room, lie outside y unless all are shown.
    std::size_t outside() const { return m_outside; }
    bool showsAllY() const { return m_allY; }
    void setAllY(bool all);
    bool isEmpty() const;
    int redraws() const { return m_redraws; }
    bool isStale() const { return m_timer.isActive(); } // what it was told is drawn in a moment

    void setOrigin(const PlotOrigin &origin);
    const PlotOrigin &origin() const { return m_origin; }
    bool exportTo(const QString &path, QString *problem, CsvLayout layout); // format by ending: .png, .svg, .pdf, .csv

Q_SIGNALS:
    void crosshairMoved(std::optional<double> x);
    void viewChanged(); // view(), leftOut() or outside() changed
    void viewChosen(const motley::PlotView &view); // by the user, in this chart
    void doubleClicked();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    using Range = std::pair<double, double>;

    void scheduleRedraw();
    void choose(const PlotView &view, std::optional<Range> y);
    void zoomAt(double factor, double pixel);
    void zoomTo(const QRect &area, bool alsoY); // pixels
    void zoomTo(double from, double to, std::optional<Range> y);
    void pan(const QPoint &pixels);
    void pointAt(double pixel);
    double apart() const;
    void showPointWords();
    double snapped(double x, double inReach) const;
    void redrawInTurn();
    void redraw();
    void updateBlocks();
    void draw(std::size_t curve, std::vector<double> &marks);
    void fitY();
    void fitTicks();
    void repen();
    void applyRange();
    void drawPng(QIODevice &device);
    void drawSvg(QIODevice &device);
    void drawPdf(QIODevice &device);
    void drawPicture(QPaintDevice &device);
    std::optional<Range> wholeRange() const;

    QCustomPlot *m_plot;
    PlotGestures *m_gestures;
    QCPGraph *m_marks = nullptr; // of points that cannot be drawn
    QCPItemStraightLine *m_crosshair;
    QCPItemText *m_pointWords;
    std::function<QString(double)> m_describe;
    std::vector<PlotCurve> m_curves;
    std::vector<MinMaxBlocks> m_blocks; // of the y of each curve
    bool m_blocksAreOld = false; // the columns have changed since
    PlotOrigin m_origin;
    QTimer m_timer;
    bool m_logarithmic = false;
    bool m_logarithmicX = false;
    AxisValues m_xValues = AxisValues::Whole;
    std::optional<Range> m_extent;
    PlotView m_view;
    std::optional<Range> m_chosenY; // nullopt: what fits
    bool m_fromZero = false;
    std::optional<double> m_crosshairX;
    std::size_t m_leftOut = 0;
    std::size_t m_outside = 0;
    bool m_allY = false;
    int m_redraws = 0;
};

} // namespace motley
