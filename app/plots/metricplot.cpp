#include "app/plots/metricplot.h"

#include "app/plots/axisticker.h"
#include "app/plots/curves.h"
#include "app/plots/plotgestures.h"
#include "app/plots/plotlibrary.h"
#include "app/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int redrawMilliseconds = 100;
constexpr int mostTicks = 5;
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
    setFocusPolicy(Qt::StrongFocus);
    m_timer.setSingleShot(true);
    m_timer.setInterval(redrawMilliseconds);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1); // for the ring of the focus
    layout->addWidget(m_plot);

    connect(&m_timer, &QTimer::timeout, this, &MetricPlot::redraw);
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
    repen();
}

void MetricPlot::setCurves(std::vector<PlotCurve> curves)
{
    m_curves = std::move(curves);
    m_plot->clearGraphs();
    for (const PlotCurve &curve : m_curves) {
        auto *graph = m_plot->addGraph();
        graph->setName(curve.name);
        graph->setAdaptiveSampling(false); // the curve is already thinned
        graph->setVisible(curve.visible);
    }
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
}

void MetricPlot::columnsChanged()
{
    scheduleRedraw();
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
    for (auto *axis : {m_plot->yAxis, m_plot->yAxis2})
        axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
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

void MetricPlot::redraw()
{
    ++m_redraws;
    applyRange();
    const auto leftOutBefore = m_leftOut;
    m_leftOut = 0;
    const auto range = m_plot->xAxis->range();
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    for (int i = 0; i < m_plot->graphCount(); ++i) {
        const PlotCurve &curve = m_curves[static_cast<std::size_t>(i)];
        if (!curve.visible || !curve.x || !curve.y)
            continue;
        const auto thin = thinned(*curve.x, *curve.y, range.lower, range.upper, m_plot->axisRect()->width(),
            m_logarithmic, curve.hasGaps, m_logarithmicX);
        QVector<QCPGraphData> points;
        points.reserve(static_cast<qsizetype>(thin.points.size()));
        for (const CurvePoint &point : thin.points) {
            points.append(QCPGraphData(point.x, point.y));
            if (!range.contains(point.x)) // from where a line comes into the picture
                continue;
            least = std::min(least, point.y);
            greatest = std::max(greatest, point.y);
        }
        m_plot->graph(i)->data()->set(points, true);
        m_leftOut += curve.hasGaps ? 0 : thin.leftOut;
    }
    if (m_fromZero && !m_logarithmic)
        least = std::min(least, 0.0);
    if (m_chosenY)
        m_plot->yAxis->setRange(m_chosenY->first, m_chosenY->second);
    else if (least <= greatest) {
        const double space = m_logarithmic ? 0 : std::max((greatest - least) * 0.06, std::abs(greatest) * 1e-3);
        m_plot->yAxis->setRange(
            m_logarithmic ? least * 0.9 : least - space, m_logarithmic ? greatest * 1.1 : greatest + space);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    if (m_leftOut != leftOutBefore)
        Q_EMIT viewChanged();
}

// A low plot has room for few labels.
void MetricPlot::fitTicks()
{
    const double perTick = linesPerTick * QFontMetricsF(m_plot->yAxis->tickLabelFont()).height();
    const double fitting = m_plot->axisRect()->height() / perTick;
    m_plot->yAxis->ticker()->setTickCount(std::clamp(static_cast<int>(fitting), 2, mostTicks));
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
        axis->grid()->setPen(QPen(colours.raised));
        axis->grid()->setZeroLinePen(QPen(colours.border));
    }
    m_plot->xAxis2->setBasePen(Qt::NoPen);
    m_plot->yAxis2->setBasePen(Qt::NoPen);
    m_crosshair->setPen(QPen(colours.mutedText, 1, Qt::DashLine));
    m_pointWords->setFont(small);
    m_pointWords->setColor(colours.text);
    m_pointWords->setBrush(colours.surface);
    for (int i = 0; i < m_plot->graphCount(); ++i) {
        const PlotCurve &curve = m_curves[static_cast<std::size_t>(i)];
        const QPen pen = penOf(curve);
        m_plot->graph(i)->setPen(pen);
        if (curve.lineStyle == PlotCurve::LineStyle::Markers)
            m_plot->graph(i)->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, pen.color(), pen.color(), 6));
    }
    scheduleRedraw();
}

} // namespace motley
