#include "app/plots/metricplot.h"

#include "app/plots/axisticker.h"
#include "app/plots/curves.h"
#include "app/plots/plotlibrary.h"
#include "app/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int redrawMilliseconds = 100;
constexpr int pixelsInReach = 6; // of the pointer
constexpr int mostTicks = 5;
constexpr double linesPerTick = 2.2; // heights of a label on the y axis

} // namespace

MetricPlot::MetricPlot(QWidget *parent)
    : QWidget(parent), m_plot(new QCustomPlot), m_crosshair(new QCPItemStraightLine(m_plot)),
      m_pointWords(new QCPItemText(m_plot))
{
    m_plot->setObjectName(QStringLiteral("plot"));
    m_plot->setLayoutDirection(Qt::LeftToRight);
    m_plot->setInteractions(QCP::iRangeZoom | QCP::iRangeDrag);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    m_plot->setSelectionRectMode(QCP::srmZoom);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->axisRect()->setupFullAxesBox();
    m_plot->axisRect()->setMinimumMargins({8, 8, 8, 4});
    m_plot->installEventFilter(this);
    m_plot->setMouseTracking(true);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMinimumSize(160, 110);
    for (auto *axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setSubTicks(false);
        axis->setTickLength(0, 0);
    }
    m_plot->xAxis->setTicker(QSharedPointer<AxisTicker>::create(AxisTicker::Values::Whole));
    m_plot->yAxis->setTicker(QSharedPointer<AxisTicker>::create(AxisTicker::Values::Any));
    for (auto *axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setNumberFormat(QStringLiteral("f")); // so that the plot shows the ticker's labels as they are
    m_crosshair->setSelectable(false);
    m_crosshair->setVisible(false);
    m_pointWords->setLayer(QStringLiteral("overlay")); // above the curves
    m_pointWords->setSelectable(false);
    m_pointWords->setVisible(false);
    m_pointWords->position->setTypeX(QCPItemPosition::ptPlotCoords);
    m_pointWords->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_pointWords->setPadding({5, 1, 5, 1});
    setFocusPolicy(Qt::StrongFocus);
    m_timer.setSingleShot(true);
    m_timer.setInterval(redrawMilliseconds);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);

    connect(&m_timer, &QTimer::timeout, this, &MetricPlot::redraw);
    connect(&Theme::current(), &Theme::changed, this, &MetricPlot::repen);
    connect(m_plot, &QCustomPlot::beforeReplot, this, &MetricPlot::fitTicks);
    connect(m_plot->selectionRect(), &QCPSelectionRect::accepted, this, [this] { setFollowing(false); });
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

void MetricPlot::setLogarithmic(bool logarithmic)
{
    m_logarithmic = logarithmic;
    for (auto *axis : {m_plot->yAxis, m_plot->yAxis2})
        axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    m_plot->yAxis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new LogAxisTicker)
                                         : QSharedPointer<QCPAxisTicker>(new AxisTicker(AxisTicker::Values::Any)));
    applyRange();
    scheduleRedraw();
    Q_EMIT viewChanged();
}

void MetricPlot::setFollowing(bool following)
{
    if (m_following == following)
        return;
    m_following = following;
    scheduleRedraw();
    Q_EMIT viewChanged();
}

void MetricPlot::showAll()
{
    m_following = true;
    applyRange();
    scheduleRedraw();
    Q_EMIT viewChanged();
}

void MetricPlot::zoom(double factor)
{
    setFollowing(false);
    m_plot->xAxis->scaleRange(factor, m_crosshairX.value_or(m_plot->xAxis->range().center()));
    scheduleRedraw();
}

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
    m_crosshairX = x;
    m_crosshair->setVisible(x.has_value());
    if (x) {
        m_crosshair->point1->setCoords(*x, m_plot->yAxis->range().lower);
        m_crosshair->point2->setCoords(*x, m_plot->yAxis->range().upper);
    }
    showPointWords();
    scheduleRedraw();
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
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCrosshair(event->modifiers().testFlag(Qt::ShiftModifier) ? -20 : -1);
    case Qt::Key_Right:
        return moveCrosshair(event->modifiers().testFlag(Qt::ShiftModifier) ? 20 : 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.8);
    case Qt::Key_Minus:
        return zoom(1.25);
    case Qt::Key_0:
    case Qt::Key_F:
        return showAll();
    case Qt::Key_L:
        return setLogarithmic(!m_logarithmic);
    default:
        QWidget::keyPressEvent(event);
    }
}

bool MetricPlot::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        setFocus(Qt::MouseFocusReason);
        // The left button draws a box to zoom into, the right one pans.
        const bool left = static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton;
        m_plot->setSelectionRectMode(left ? QCP::srmZoom : QCP::srmNone);
        if (!left)
            setFollowing(false);
    } else if (event->type() == QEvent::Wheel) {
        if (!static_cast<QWheelEvent *>(event)->modifiers().testFlag(Qt::ControlModifier)) {
            event->ignore(); // for the page, which scrolls
            return true;
        }
        setFollowing(false);
    } else if (event->type() == QEvent::MouseMove && !isEmpty()) {
        setCrosshair(snapped(m_plot->xAxis->pixelToCoord(static_cast<QMouseEvent *>(event)->position().x())));
        Q_EMIT crosshairMoved(m_crosshairX);
    } else if (event->type() == QEvent::Leave) {
        setCrosshair(std::nullopt);
        Q_EMIT crosshairMoved(m_crosshairX);
    } else if (event->type() == QEvent::MouseButtonDblClick) {
        Q_EMIT doubleClicked();
    }
    return QWidget::eventFilter(watched, event);
}

void MetricPlot::scheduleRedraw()
{
    if (isVisible() && !m_timer.isActive())
        m_timer.start();
}

std::optional<std::pair<double, double>> MetricPlot::wholeRange() const
{
    std::optional<std::pair<double, double>> range;
    for (const PlotCurve &curve : m_curves) {
        if (!curve.x || curve.x->empty())
            continue;
        const auto from = range ? std::min(range->first, curve.x->front()) : curve.x->front();
        const auto to = range ? std::max(range->second, curve.x->back()) : curve.x->back();
        range = {from, to};
    }
    return range;
}

void MetricPlot::applyRange()
{
    const auto range = wholeRange();
    if (m_following && range)
        m_plot->xAxis->setRange(range->first, std::max(range->second, range->first + 1));
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
        const auto thin = thinned(
            *curve.x, *curve.y, range.lower, range.upper, m_plot->axisRect()->width(), m_logarithmic, curve.hasGaps);
        QVector<QCPGraphData> points;
        points.reserve(static_cast<qsizetype>(thin.points.size()));
        for (const CurvePoint &point : thin.points) {
            points.append(QCPGraphData(point.x, point.y));
            least = std::min(least, point.y);
            greatest = std::max(greatest, point.y);
        }
        m_plot->graph(i)->data()->set(points, true);
        m_leftOut += curve.hasGaps ? 0 : thin.leftOut;
    }
    if (m_fromZero && !m_logarithmic)
        least = std::min(least, 0.0);
    if (m_following && least <= greatest) {
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
