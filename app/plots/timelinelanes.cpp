#include "app/plots/timelinelanes.h"

#include "app/models/runmachinemodel.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int redrawsApart = 100; // milliseconds
constexpr int timesItsCost = 8; // milliseconds between redraws for each that one takes
constexpr double pixelsOfColumn = 2; // at least
constexpr double besideMark = 6; // pixels of the pointer
constexpr int markHeight = 14;
constexpr int mostMarkWords = 6; // sentences in a tool tip
constexpr int longStep = 20; // columns

} // namespace

TimelineLanes::TimelineLanes(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineLanes"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 96);
    m_timer.setSingleShot(true);
    m_timer.setInterval(redrawsApart);
    connect(&m_timer, &QTimer::timeout, this, &TimelineLanes::refresh);
    connect(&Theme::current(), &Theme::changed, this, &TimelineLanes::refresh);
}

void TimelineLanes::setRun(const OpenRun *run)
{
    m_run = run;
    m_view.reset();
    m_step.reset();
    m_mark.reset();
    m_machine = -1;
    refresh();
}

void TimelineLanes::setQuantity(TimelineQuantity quantity)
{
    m_quantity = quantity;
    refresh();
}

void TimelineLanes::setEmptySentence(const QString &sentence)
{
    m_emptySentence = sentence;
    update();
}

void TimelineLanes::valuesChanged()
{
    schedule();
}

bool TimelineLanes::isHeatMap() const
{
    return m_run && m_run->series().machines().size() > mostLanes;
}

void TimelineLanes::schedule()
{
    if (isVisible() && !m_timer.isActive())
        m_timer.start();
}

// A third of the width at most is for names.
TimelinePlaces TimelineLanes::places() const
{
    const QFontMetrics metrics = fontMetrics();
    int widest = 0;
    for (const MachineSeries &machine : m_run->series().machines())
        widest = std::max(widest, metrics.horizontalAdvance(machineWord(machine.name)));
    const int names = std::min(widest + 14, width() / 4);
    const int axis = metrics.height() + 4;
    const QRect inner = rect().adjusted(2, 2, -2, -1);
    const QRect lanes(inner.left() + names, inner.top() + markHeight + 2, inner.width() - names,
        inner.height() - markHeight - 2 - axis);
    const auto mirrored
        = [&](const QRect &place) { return QRectF(QStyle::visualRect(layoutDirection(), inner, place)); };
    return {mirrored({inner.left(), lanes.top(), names - 10, lanes.height()}),
        mirrored({lanes.left(), inner.top(), lanes.width(), markHeight}), mirrored(lanes),
        mirrored({lanes.left(), lanes.bottom() + 1, lanes.width(), axis}),
        static_cast<int>(m_run->series().machines().size()), 0, 1};
}

void TimelineLanes::refresh()
{
    QElapsedTimer clock;
    clock.start();
    m_scene = {};
    m_picture = {};
    if (m_run && !m_run->series().steps().empty() && !m_run->series().machines().empty()) {
        const MetricSeries &series = m_run->series();
        m_places = places();
        const int most = std::max(1, static_cast<int>(m_places.lanes.width() / pixelsOfColumn));
        m_scene = timelineScene(series, m_run->log(), m_quantity, m_view, most);
        m_places.from = m_scene.from;
        m_places.to = m_scene.to;
        m_picture = QPixmap(size() * devicePixelRatioF());
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        m_picture.fill(Qt::transparent);
        QPainter painter(&m_picture);
        painter.setFont(font());
        paintTimeline(painter, m_scene, m_places, {machineWords(series), series.stepPredicted().seconds()},
            layoutDirection() == Qt::RightToLeft);
    }
    m_timer.setInterval(std::max(redrawsApart, static_cast<int>(clock.elapsed()) * timesItsCost));
    update();
    Q_EMIT sceneChanged();
    Q_EMIT wordsChanged();
}

void TimelineLanes::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colours &colours = Theme::current().colours();
    if (m_scene.isEmpty()) {
        painter.setPen(colours.mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptySentence);
        return;
    }
    painter.drawPixmap(0, 0, m_picture);
    const auto column = m_step ? m_scene.columnOf(*m_step) : std::nullopt;
    if (column) {
        const double first = m_scene.columns.ranges[*column].first;
        const double x
            = (m_places.xOf(first) + m_places.xOf(first + static_cast<double>(m_scene.columns.stepsEach))) / 2;
        painter.setPen(QPen(colours.text, 1));
        painter.drawLine(
            QPointF(std::floor(x) + 0.5, m_places.lanes.top()), QPointF(std::floor(x) + 0.5, m_places.lanes.bottom()));
        if (m_machine >= 0) {
            painter.setPen(QPen(colours.text, 1));
            painter.drawRect(m_places.lane(m_machine).adjusted(-0.5, -1.5, 0.5, 1.5));
        }
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

void TimelineLanes::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    refresh();
}

void TimelineLanes::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

QString TimelineLanes::words() const
{
    const auto column = m_step ? m_scene.columnOf(*m_step) : std::nullopt;
    if (!m_run || !column)
        return {};
    const MetricSeries &series = m_run->series();
    if (m_mark && *m_mark < m_scene.marks.size())
        return markWords(m_scene.marks[*m_mark], m_run->log(), series);
    const QString steps = columnWords(m_scene, series, *column);
    if (m_machine < 0 || static_cast<std::size_t>(m_machine) >= m_scene.cells.size())
        return steps;
    const auto machine = static_cast<std::size_t>(m_machine);
    return joinParts(
        {machineWord(series.machines()[machine].name), steps, cellWords(m_scene, series, machine, *column, false)});
}

void TimelineLanes::choose(std::optional<double> step, int machine)
{
    m_step = step;
    m_machine = machine;
    m_mark.reset();
    update();
    Q_EMIT wordsChanged();
}

void TimelineLanes::setCrosshair(std::optional<double> step)
{
    choose(step, -1);
}

QStringList TimelineLanes::marksAt(double x) const
{
    const auto near = m_scene.marksIn(m_places.stepAt(x - besideMark), m_places.stepAt(x + besideMark));
    QStringList words;
    for (const std::size_t i : near)
        words << markWords(m_scene.marks[i], m_run->log(), m_run->series());
    if (words.size() > mostMarkWords) {
        const auto more = static_cast<int>(words.size()) - mostMarkWords;
        words = words.mid(0, mostMarkWords) << tr("and %Ln more", nullptr, more);
    }
    return words;
}

void TimelineLanes::mouseMoveEvent(QMouseEvent *event)
{
    if (m_scene.isEmpty())
        return;
    const double step = std::clamp(m_places.stepAt(event->position().x()), m_scene.from, m_scene.to + 0.999);
    const bool isInside
        = event->position().x() >= m_places.lanes.left() - 1 && event->position().x() <= m_places.lanes.right() + 1;
    choose(isInside ? std::optional(step) : std::nullopt, m_places.machineAt(event->position().y()));
    if (!isInside)
        return Q_EMIT crosshairMoved(std::nullopt);
    const auto column = m_scene.columnOf(step);
    Q_EMIT crosshairMoved(
        column ? std::optional(m_run->series().steps()[m_scene.columns.ranges[*column].from]) : std::nullopt);
}

// A mark says its sentence when it is clicked, too: not everybody waits for a tool tip.
void TimelineLanes::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    if (m_scene.isEmpty() || !m_places.marks.contains(event->position()))
        return;
    const QStringList words = marksAt(event->position().x());
    if (!words.isEmpty())
        QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(words.join(QLatin1Char('\n'))), this);
}

void TimelineLanes::mouseDoubleClickEvent(QMouseEvent *)
{
    Q_EMIT doubleClicked();
}

void TimelineLanes::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    choose(std::nullopt, -1);
    Q_EMIT crosshairMoved(std::nullopt);
}

bool TimelineLanes::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_scene.isEmpty())
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QStringList said = m_places.marks.contains(help->pos()) ? marksAt(help->pos().x()) : QStringList();
    if (said.isEmpty() && m_places.lanes.contains(help->pos()))
        said << words();
    QToolTip::showText(help->globalPos(), plainToolTip(said.join(QLatin1Char('\n'))), this);
    return true;
}

void TimelineLanes::moveBy(int columns, int machines)
{
    if (m_scene.isEmpty())
        return;
    const auto last = static_cast<int>(m_scene.columns.ranges.size()) - 1;
    const auto at = m_step ? m_scene.columnOf(*m_step) : std::nullopt;
    const int column = at ? std::clamp(static_cast<int>(*at) + columns, 0, last) : last;
    const int machine = std::clamp(std::max(0, m_machine) + machines, 0, m_places.machines - 1);
    const StepRange &range = m_scene.columns.ranges[static_cast<std::size_t>(column)];
    choose(m_run->series().steps()[range.from], machine);
    Q_EMIT crosshairMoved(m_step);
}

// To the next mark, or the one before.
void TimelineLanes::goToMark(int direction)
{
    if (m_scene.marks.empty())
        return;
    const auto count = static_cast<int>(m_scene.marks.size());
    const int at = m_mark ? static_cast<int>(*m_mark) + direction : direction > 0 ? 0 : count - 1;
    const auto mark = static_cast<std::size_t>(std::clamp(at, 0, count - 1));
    choose(std::clamp(m_scene.marks[mark].step, m_scene.from, m_scene.to), m_scene.marks[mark].machine);
    m_mark = mark;
    Q_EMIT crosshairMoved(m_step);
    Q_EMIT wordsChanged();
}

void TimelineLanes::zoom(double factor)
{
    if (m_scene.isEmpty())
        return;
    const MetricSeries &series = m_run->series();
    const double centre = m_step.value_or((m_scene.from + m_scene.to) / 2);
    const double from = std::floor(centre - (centre - m_scene.from) * factor);
    const double to = std::ceil(centre + (m_scene.to - centre) * factor);
    const bool isAll = from <= series.steps().front() && to >= series.steps().back();
    m_view = isAll ? std::nullopt : std::optional(std::pair(from, std::max(to, from + 1)));
    refresh();
}

void TimelineLanes::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->angleDelta().y() == 0)
        return event->ignore(); // for the page, which scrolls
    zoom(event->angleDelta().y() > 0 ? 0.8 : 1.25);
}

void TimelineLanes::keyPressEvent(QKeyEvent *event)
{
    const int far = event->modifiers().testFlag(Qt::ShiftModifier) ? longStep : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveBy(-far, 0);
    case Qt::Key_Right:
        return moveBy(far, 0);
    case Qt::Key_Up:
        return moveBy(0, -1);
    case Qt::Key_Down:
        return moveBy(0, 1);
    case Qt::Key_N:
        return goToMark(1);
    case Qt::Key_P:
        return goToMark(-1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.8);
    case Qt::Key_Minus:
        return zoom(1.25);
    case Qt::Key_0:
    case Qt::Key_F:
        m_view.reset();
        return refresh();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace motley
