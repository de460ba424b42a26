#include "app/plots/metricplot.h"

#include "app/plots/axisticker.h"
#include "app/plots/curves/curvegraph.h"
#include "app/plots/curves/curverange.h"
#include "app/plots/curves/curves.h"
#include "app/plots/curves/plotlibrary.h"
#include "app/plots/plotgestures.h"
#include "app/widgets/theme.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace motley {

namespace {

constexpr int redrawMilliseconds = 100;
constexpr int mostMilliseconds = 1000;
constexpr int restPerWork = 20; // of a redraw, as there are several charts and a window beside them
constexpr int mostTicks = 5;
constexpr double markHeight = 0.04; // above the x axis, as a part of the height
constexpr double linesPerTick = 2.2; // heights of a label on the y axis

} // namespace

MetricPlot::MetricPlot(QWidget *parent)
    : QWidget(parent), m_plot(new QCustomPlot), m_gestures(new PlotGestures(m_plot)),
      m_crosshair(new QCPItemStraightLine(m_plot)), m_pointWords(new QCPItemText(m_plot))
{
    m_plot->setObjectName(QStringLiteral("plot"));
    m_plot->setLayoutDirection(Qt::LeftToRight);
    m_plot->axisRect()->setupFullAxesBox();
    m_plot->axisRect()->setMinimumMargins({8, 8, 8, 4});
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMinimumSize(160, 110);
    for (auto *axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setSubTicks(false);
        axis->setTickLength(0, 0);
    }
    m_plot->xAxis->setTicker(QSharedPointer<AxisTicker>::create(m_xValues));
    m_plot->yAxis->setTicker(QSharedPointer<AxisTicker>::create(AxisValues::Any));
    for (auto *axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setNumberFormat(QStringLiteral("f")); // so that the plot shows the ticker's labels as they are
    m_crosshair->setLayer(QStringLiteral("overlay")); // which is drawn by itself when the pointer moves
    m_crosshair->setSelectable(false);
    m_crosshair->setVisible(false);
    m_pointWords->setLayer(QStringLiteral("overlay"));
    m_pointWords->setSelectable(false);
    m_pointWords->setVisible(false);
    m_pointWords->position->setTypeX(QCPItemPosition::ptPlotCoords);
    m_pointWords->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_pointWords->setPadding({5, 1, 5, 1});
    m_plot->yAxis2->setRange(0, 1); // of marks
    setFocusPolicy(Qt::StrongFocus);
    m_timer.setSingleShot(true);
    m_timer.setInterval(redrawMilliseconds);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1); // for the ring of the focus
    layout->addWidget(m_plot);

    connect(&m_timer, &QTimer::timeout, this, &MetricPlot::redrawInTurn);
    connect(&Theme::current(), &Theme::changed, this, &MetricPlot::repen);
    connect(m_plot, &QCustomPlot::beforeReplot, this, &MetricPlot::fitTicks);
    connect(m_gestures, &PlotGestures::pressed, this, [this] { setFocus(Qt::MouseFocusReason); });
    connect(m_gestures, &PlotGestures::pointed, this, &MetricPlot::pointAt);
    connect(m_gestures, &PlotGestures::left, this, [this] {
        setCrosshair(std::nullopt);
        Q_EMIT crosshairMoved(m_crosshairX);
    });
    connect(m_gestures, &PlotGestures::zoomed, this, &MetricPlot::zoomAt);
    connect(m_gestures, &PlotGestures::dragged, this, [this](const QRect &area) { zoomTo(area, false); });
    connect(m_gestures, &PlotGestures::boxed, this, [this](const QRect &area) { zoomTo(area, true); });
    connect(m_gestures, &PlotGestures::panned, this, &MetricPlot::pan);
    connect(m_gestures, &PlotGestures::doubleClicked, this, &MetricPlot::doubleClicked);
    connect(m_plot->xAxis, qOverload<const QCPRange &>(&QCPAxis::rangeChanged), this, [this] { scheduleRedraw(); });
    connect(m_plot->xAxis, qOverload<const QCPRange &>(&QCPAxis::rangeChanged), m_plot->xAxis2,
        qOverload<const QCPRange &>(&QCPAxis::setRange));
    setCurves({});
}

void MetricPlot::setCurves(std::vector<PlotCurve> curves)
{
    m_curves = std::move(curves);
    m_blocks.assign(m_curves.size(), {});
    m_blocksAreOld = true;
    m_plot->clearGraphs();
    for (const PlotCurve &curve : m_curves) {
        auto *graph = new CurveGraph(m_plot->xAxis, m_plot->yAxis);
        graph->setName(curve.name);
        graph->setAdaptiveSampling(false); // the curve is already thinned
        graph->setVisible(curve.visible);
    }
    m_marks = m_plot->addGraph(m_plot->xAxis, m_plot->yAxis2);
    m_marks->setLineStyle(QCPGraph::lsNone);
    repen();
}

void MetricPlot::setCurveVisible(int index, bool visible)
{
    m_curves.at(static_cast<std::size_t>(index)).visible = visible;
    m_plot->graph(index)->setVisible(visible);
    scheduleRedraw();
}

void MetricPlot::setFromZero(bool fromZero)
{
    m_fromZero = fromZero;
    scheduleRedraw();
}

void MetricPlot::setAxisNames(const QString &x, const QString &y)
{
    m_plot->xAxis->setLabel(x);
    m_plot->yAxis->setLabel(y);
    setAccessibleName(y);
}

void MetricPlot::setDescription(std::function<QString(double)> describe)
{
    m_describe = std::move(describe);
    showPointWords();
}

void MetricPlot::setOrigin(const PlotOrigin &origin)
{
    m_origin = origin;
}

void MetricPlot::columnsChanged()
{
    m_blocksAreOld = true;
    scheduleRedraw();
}

void MetricPlot::updateBlocks()
{
    if (!std::exchange(m_blocksAreOld, false))
        return;
    for (std::size_t i = 0; i < m_curves.size(); ++i)
        if (m_curves[i].y)
            m_blocks[i].update(*m_curves[i].y);
}

void MetricPlot::setXValues(AxisValues values)
{
    m_xValues = values;
    setLogarithmicX(m_logarithmicX);
}

void MetricPlot::setLogarithmicX(bool logarithmic)
{
    m_logarithmicX = logarithmic;
    for (auto *axis : {m_plot->xAxis, m_plot->xAxis2})
        axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    m_plot->xAxis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new LogAxisTicker(m_xValues))
                                         : QSharedPointer<QCPAxisTicker>(new AxisTicker(m_xValues)));
    applyRange();
    scheduleRedraw();
}

void MetricPlot::setLogarithmic(bool logarithmic)
{
    m_logarithmic = logarithmic;
    m_plot->yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    m_plot->yAxis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new LogAxisTicker(AxisValues::Any))
                                         : QSharedPointer<QCPAxisTicker>(new AxisTicker(AxisValues::Any)));
    applyRange();
    scheduleRedraw();
    Q_EMIT viewChanged();
}

bool MetricPlot::isEmpty() const
{
    return std::all_of(
        m_curves.begin(), m_curves.end(), [](const PlotCurve &curve) { return !curve.x || curve.x->empty(); });
}

void MetricPlot::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    scheduleRedraw();
}

// Another width has other columns, and another height room for other labels.
void MetricPlot::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    scheduleRedraw();
}

void MetricPlot::keyPressEvent(QKeyEvent *event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const int part = m_plot->axisRect()->width() / 5;
    switch (event->key()) {
    case Qt::Key_Left:
        return control ? pan({part, 0}) : moveCrosshair(shift ? -20 : -1);
    case Qt::Key_Right:
        return control ? pan({-part, 0}) : moveCrosshair(shift ? 20 : 1);
    case Qt::Key_Space:
        return m_gestures->setPanKey(true);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.8);
    case Qt::Key_Minus:
        return zoom(1.25);
    case Qt::Key_0:
        return showAll();
    case Qt::Key_F:
        return setFollowing(!isFollowing());
    case Qt::Key_O:
        return setAllY(!m_allY);
    case Qt::Key_L:
        return setLogarithmic(!m_logarithmic);
    default:
        QWidget::keyPressEvent(event);
    }
}

void MetricPlot::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_gestures->setPanKey(false);
    QWidget::keyReleaseEvent(event);
}

void MetricPlot::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void MetricPlot::focusOutEvent(QFocusEvent *event)
{
    m_gestures->setPanKey(false);
    QWidget::focusOutEvent(event);
    update();
}

void MetricPlot::paintEvent(QPaintEvent * /*event*/)
{
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(Theme::current().colours().accent);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MetricPlot::scheduleRedraw()
{
    if (isVisible() && !m_timer.isActive())
        m_timer.start();
}

// Each of the charts that change together has a turn of the event loop of its own, so that nobody who types waits for
// all of them.
void MetricPlot::redrawInTurn()
{
    static bool isTaken = false; // this turn, by another chart
    if (isTaken)
        return m_timer.start(0);
    isTaken = true;
    QMetaObject::invokeMethod(
        qApp, [] { isTaken = false; }, Qt::QueuedConnection);
    redraw();
}

void MetricPlot::redraw()
{
    ++m_redraws;
    QElapsedTimer clock;
    clock.start();
    applyRange();
    updateBlocks();
    const auto before = std::pair(m_leftOut, m_outside);
    m_leftOut = m_outside = 0;
    std::vector<double> marks;
    for (std::size_t i = 0; i < m_curves.size(); ++i)
        draw(i, marks);
    m_marks->setData({marks.begin(), marks.end()}, QList<double>(qsizetype(marks.size()), markHeight));
    if (m_chosenY)
        m_plot->yAxis->setRange(m_chosenY->first, m_chosenY->second);
    else
        fitY();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    m_timer.stop(); // the range that this has moved is drawn
    const auto restful = restPerWork * static_cast<int>(clock.elapsed());
    m_timer.setInterval(std::clamp(restful, redrawMilliseconds, mostMilliseconds));
    if (before != std::pair(m_leftOut, m_outside))
        Q_EMIT viewChanged();
}

void MetricPlot::draw(std::size_t index, std::vector<double> &marks)
{
    const PlotCurve &curve = m_curves[index];
    if (!curve.visible || !curve.x || !curve.y)
        return;
    const auto range = m_plot->xAxis->range();
    const auto thin = thinned(*curve.x, *curve.y, range.lower, range.upper, m_plot->axisRect()->width(), m_logarithmic,
        curve.hasGaps, m_logarithmicX, &m_blocks[index]);
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(thin.points.size()));
    for (const CurvePoint &point : thin.points)
        points.append(QCPGraphData(point.x, point.y));
    m_plot->graph(static_cast<int>(index))->data()->set(points, true);
    if (curve.hasGaps || curve.isSmoothed)
        return;
    m_leftOut += thin.leftOut;
    marks.insert(marks.end(), thin.marks.begin(), thin.marks.end());
}

// Fits what is seen. Few tests are all worth seeing.
void MetricPlot::fitY()
{
    const auto shown = m_plot->xAxis->range();
    const auto seen = [&](std::size_t index) {
        const PlotCurve &curve = m_curves[index];
        const auto count = std::min(curve.x->size(), curve.y->size());
        const auto [begin, end] = pointsWithin(std::span(*curve.x).first(count), shown.lower, shown.upper);
        return ColumnPart{*curve.y, begin, end, &m_blocks[index]};
    };
    double from = std::numeric_limits<double>::infinity();
    double to = -from;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const PlotCurve &curve = m_curves[i];
        const auto range = curve.visible && curve.x && curve.y ? rangeOf(seen(i), m_logarithmic) : std::nullopt;
        if (!range)
            continue;
        const bool all = m_allY || curve.lineStyle == PlotCurve::LineStyle::Markers;
        from = std::min(from, all ? range->least : range->from);
        to = std::max(to, all ? range->greatest : range->to);
    }
    if (from > to)
        return;
    for (std::size_t i = 0; i < m_curves.size(); ++i)
        if (const PlotCurve &curve = m_curves[i]; curve.visible && !curve.isSmoothed && curve.x && curve.y)
            m_outside += countOutside(seen(i), from, to, m_logarithmic);
    if (m_fromZero && !m_logarithmic)
        from = std::min(from, 0.0);
    const double space = std::max((to - from) * 0.06, std::abs(to) * 1e-3);
    if (m_logarithmic)
        m_plot->yAxis->setRange(from * 0.9, to * 1.1);
    else
        m_plot->yAxis->setRange(m_fromZero && from >= 0 ? 0 : from - space, to + space);
}

void MetricPlot::setAllY(bool all)
{
    m_allY = all;
    m_chosenY.reset();
    scheduleRedraw();
    Q_EMIT viewChanged();
}

// A low plot has room for few labels.
void MetricPlot::fitTicks()
{
    const double perTick = linesPerTick * QFontMetricsF(m_plot->yAxis->tickLabelFont()).height();
    const double fitting = m_plot->axisRect()->height() / perTick;
    m_plot->yAxis->ticker()->setTickCount(std::clamp(static_cast<int>(fitting), 2, mostTicks));
}

} // namespace motley
