#include "app/plots/timelinepicture.h"

#include "app/plots/controls/xaxis.h"
#include "app/plots/metricplot.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr double laneGap = 5; // pixels between two lanes
constexpr double markRadius = 4;
constexpr double markRoom = 10; // pixels of a mark: of several in it the first kind is drawn
constexpr double tickLength = 3;
constexpr double smallFont = 0.85; // as on the axes of other charts
constexpr double leastHatched = 6; // pixels; a smaller hatch is but some dots
constexpr double tickRoom = 90; // pixels between two steps on the axis

const Colours &colours()
{
    return Theme::current().colours();
}

QColor mixedWithSurface(const QColor &colour, double part)
{
    return mixed(colours().surface, colour, part);
}

QRectF columnIn(const TimelineScene &scene, const TimelinePlaces &places, std::size_t column, const QRectF &lane)
{
    const StepRange &range = scene.columns.ranges[column];
    const double end = range.first + static_cast<double>(scene.columns.stepsEach);
    const double left = std::max(places.lanes.left(), std::floor(places.xOf(range.first)));
    const double right = std::min(places.lanes.right(), std::floor(places.xOf(end)));
    return {left, lane.top(), std::max(1.0, right - left), lane.height()};
}

// Parts stand on each other from below. What does not fit ends at the lane's edge, with a line in the colour of text.
void paintStack(QPainter &painter, const TimelineCell &cell, double greatest, const QRectF &column)
{
    double bottom = column.bottom();
    double sum = 0;
    for (int i = 0; i < timelineParts && sum < greatest; ++i) {
        const auto part = static_cast<TimelinePart>(i);
        sum += cell.part(part);
        const double top = std::round(column.bottom() - column.height() * std::min(1.0, sum / greatest));
        if (top < bottom)
            paintTimelineParts(painter, {column.left(), top, column.width(), bottom - top}, part);
        bottom = std::min(bottom, top);
    }
    if (cell.total() > greatest * 1.001)
        painter.fillRect(QRectF(column.left(), column.top(), column.width(), 2), colours().text);
}

void paintTimes(
    QPainter &painter, const TimelineScene &scene, const TimelinePlaces &places, int machine, double forecast)
{
    const QRectF lane = places.lane(machine);
    const auto &cells = scene.cells[static_cast<std::size_t>(machine)];
    for (std::size_t column = 0; column < cells.size(); ++column)
        if (cells[column].isIn)
            paintStack(painter, cells[column], scene.greatest, columnIn(scene, places, column, lane));
    if (forecast <= 0 || forecast > scene.greatest)
        return;
    const double y = std::round(lane.bottom() - lane.height() * forecast / scene.greatest) + 0.5;
    painter.setPen(QPen(colours().text, 1, Qt::DashLine));
    painter.drawLine(QPointF(lane.left(), y), QPointF(lane.right(), y));
}

void paintCurve(QPainter &painter, const TimelineScene &scene, const TimelinePlaces &places, int machine, bool bold)
{
    const QRectF lane = places.lane(machine);
    const auto &values = scene.values[static_cast<std::size_t>(machine)];
    QPainterPath path;
    bool isDrawing = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = bold ? values[i].bold : values[i].thin;
        if (!value || scene.greatest <= 0) {
            isDrawing = false;
            continue;
        }
        const QRectF column = columnIn(scene, places, i, lane);
        const double y = lane.bottom() - (lane.height() - 2) * std::min(1.0, *value / scene.greatest) - 1;
        isDrawing ? path.lineTo(column.left(), y) : path.moveTo(column.left(), y);
        path.lineTo(column.right(), y);
        isDrawing = true;
    }
    const auto style = bold ? PlotCurve::LineStyle::Bold : PlotCurve::LineStyle::Thin;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(penOf({{}, machine, style, nullptr, nullptr, true, false, false}));
    painter.drawPath(path);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintHeat(QPainter &painter, const TimelineScene &scene, const TimelinePlaces &places)
{
    for (int machine = 0; machine < places.machines; ++machine) {
        const QRectF row = places.lane(machine);
        const auto &cells = scene.cells[static_cast<std::size_t>(machine)];
        for (std::size_t column = 0; column < cells.size(); ++column)
            if (cells[column].isIn)
                painter.fillRect(columnIn(scene, places, column, row),
                    heatColour(scene, scene.heat(static_cast<std::size_t>(machine), column)));
    }
}

void paintNames(QPainter &painter, const TimelinePlaces &places, const QStringList &names, bool rightToLeft)
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(colours().text);
    double next = places.lanes.top();
    for (int machine = 0; machine < places.machines; ++machine) {
        const QRectF lane = places.lane(machine);
        if (lane.top() < next - 1 && machine > 0)
            continue; // below a name that is taller than the row
        const double height = std::max(lane.height(), metrics.height());
        const QRectF place(places.names.left(), lane.top(), places.names.width(), height);
        if (place.top() + metrics.height() > places.lanes.bottom() + 4)
            return;
        painter.drawText(place, (rightToLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
            metrics.elidedText(names.value(machine), Qt::ElideMiddle, place.width()));
        next = lane.top() + std::max(lane.height(), metrics.height());
    }
}

// What it counts stands below the machines' names.
void paintAxis(QPainter &painter, const TimelinePlaces &places, bool rightToLeft)
{
    QFont small = painter.font();
    small.setPointSizeF(small.pointSizeF() * smallFont);
    painter.setFont(small);
    const QFontMetricsF metrics(small);
    const double steps = places.to - places.from + 1;
    const double each = std::max(1.0, steps * tickRoom / std::max(1.0, places.lanes.width()));
    const double power = std::pow(10.0, std::floor(std::log10(each)));
    const double round = each <= power ? power
        : each <= 2 * power            ? 2 * power
        : each <= 5 * power            ? 5 * power
                                       : 10 * power;
    painter.setPen(colours().mutedText);
    painter.drawText(QRectF(places.names.left(), places.axis.top() + tickLength, places.names.width(),
                         places.axis.height() - tickLength),
        (rightToLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
        metrics.elidedText(nameOf(XAxis::Steps), Qt::ElideRight, places.names.width()));
    for (double step = std::ceil(places.from / round) * round; step <= places.to; step += round) {
        const QString words = formatWholeTick(step, round);
        const double x = (places.xOf(step) + places.xOf(step + 1)) / 2;
        const double width = metrics.horizontalAdvance(words) + 4;
        const double left = std::clamp(x - width / 2, places.axis.left(), places.axis.right() - width);
        painter.drawText(places.axis.adjusted(0, tickLength, 0, 0) & QRectF(left, places.axis.top(), width, 1e3),
            Qt::AlignCenter, words);
        const bool isBelowItsTick = std::abs(left + width / 2 - x) < 1;
        if (isBelowItsTick)
            painter.drawLine(QPointF(std::floor(x) + 0.5, places.axis.top()),
                QPointF(std::floor(x) + 0.5, places.axis.top() + tickLength));
    }
}

// A change of who trains, or of shares, is seen through all lanes.
bool goesThroughLanes(TimelineMark::Kind kind)
{
    return kind == TimelineMark::Kind::Failure || kind == TimelineMark::Kind::Membership;
}

void paintMarks(QPainter &painter, const TimelineScene &scene, const TimelinePlaces &places)
{
    using Kind = TimelineMark::Kind;
    const double steps = places.stepAt(places.marks.left() + markRoom) - places.stepAt(places.marks.left());
    for (double first = places.from; first <= places.to; first += steps) {
        std::optional<Kind> kind;
        double step = 0;
        for (const std::size_t i : scene.marksIn(first, first + steps)) {
            const TimelineMark &mark = scene.marks[i];
            if (!kind || mark.kind < *kind) {
                kind = mark.kind;
                step = mark.step;
            }
        }
        if (!kind)
            continue;
        const double x = std::floor((places.xOf(step) + places.xOf(step + 1)) / 2) + 0.5;
        if (goesThroughLanes(*kind)) {
            painter.setPen(QPen(colours().text, 1, Qt::DotLine));
            painter.drawLine(QPointF(x, places.marks.bottom()), QPointF(x, places.lanes.bottom()));
        }
        paintTimelineMark(painter,
            {std::clamp(x, places.marks.left() + 5, places.marks.right() - 5), places.marks.center().y()}, *kind);
    }
}

} // namespace

QRectF TimelinePlaces::lane(int machine) const
{
    const double each = lanes.height() / std::max(1, machines);
    const double top = std::round(lanes.top() + machine * each);
    const double bottom = std::round(lanes.top() + (machine + 1) * each);
    const double apart = static_cast<std::size_t>(machines) > mostLanes ? (each >= 6 ? 1 : 0) : laneGap;
    return {lanes.left(), top, lanes.width(), std::max(1.0, bottom - top - apart)};
}

int TimelinePlaces::machineAt(double y) const
{
    if (machines == 0 || y < lanes.top() || y >= lanes.bottom())
        return -1;
    return std::min(machines - 1, static_cast<int>((y - lanes.top()) * machines / lanes.height()));
}

double TimelinePlaces::xOf(double step) const
{
    return lanes.left() + (step - from) * lanes.width() / (to - from + 1);
}

double TimelinePlaces::stepAt(double x) const
{
    return from + (x - lanes.left()) * (to - from + 1) / std::max(1.0, lanes.width());
}

QColor colourOfPart(TimelinePart part)
{
    switch (part) {
    case TimelinePart::Data:
        return colours().phase(0);
    case TimelinePart::Computing:
        return colours().phase(1);
    case TimelinePart::Waiting:
        return colours().phase(3);
    case TimelinePart::Exchange:
        return colours().phase(4);
    case TimelinePart::Update:
        return colours().phase(5);
    case TimelinePart::Rest:
        break;
    }
    return colours().mutedText;
}

QBrush brushOfRest(double pixels)
{
    const QColor colour = colourOfPart(TimelinePart::Rest);
    return pixels < leastHatched ? QBrush(mixedWithSurface(colour, 0.5)) : QBrush(colour, Qt::BDiagPattern);
}

void paintTimelineParts(QPainter &painter, const QRectF &area, TimelinePart part)
{
    painter.fillRect(area, part == TimelinePart::Rest ? brushOfRest(area.height()) : QBrush(colourOfPart(part)));
}

QColor heatColour(const TimelineScene &scene, double heat)
{
    const bool isTime = scene.quantity == TimelineQuantity::Time;
    return mixedWithSurface(isTime ? colourOfPart(TimelinePart::Waiting) : colours().accent, 0.08 + 0.92 * heat);
}

// Each kind has a shape of its own, as not everybody tells the colours apart.
void paintTimelineMark(QPainter &painter, QPointF centre, TimelineMark::Kind kind)
{
    using Kind = TimelineMark::Kind;
    const double r = markRadius;
    const auto at = [centre](double x, double y) { return QPointF(centre.x() + x, centre.y() + y); };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    switch (kind) {
    case Kind::Failure:
        painter.setPen(QPen(colours().bad, 2.4));
        painter.drawLine(at(-r, -r), at(r, r));
        painter.drawLine(at(-r, r), at(r, -r));
        break;
    case Kind::Membership:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours().bad);
        painter.drawPolygon(QPolygonF({at(0, -r - 1), at(r + 1, 0), at(0, r + 1), at(-r - 1, 0)}));
        break;
    case Kind::Finding:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours().warning);
        painter.drawPolygon(QPolygonF({at(0, -r), at(r + 1, r), at(-r - 1, r)}));
        break;
    case Kind::Shares:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours().accent);
        painter.drawPolygon(QPolygonF({at(-r - 1, 0), at(-1, -r), at(-1, r)}));
        painter.drawPolygon(QPolygonF({at(r + 1, 0), at(1, -r), at(1, r)}));
        break;
    case Kind::Test:
        painter.setPen(QPen(colours().text, 1.4));
        painter.drawEllipse(centre, r - 0.5, r - 0.5);
        break;
    case Kind::Checkpoint:
        painter.fillRect(QRectF(at(-r + 1, -r + 1), at(r - 1, r - 1)), colours().mutedText);
        break;
    }
    painter.restore();
}

void paintTimeline(QPainter &painter, const TimelineScene &scene, const TimelinePlaces &places,
    const TimelineLabels &labels, bool rightToLeft)
{
    const bool isHeat = static_cast<std::size_t>(places.machines) > mostLanes;
    if (isHeat)
        paintHeat(painter, scene, places);
    for (int machine = 0; !isHeat && machine < places.machines; ++machine) {
        const QRectF lane = places.lane(machine);
        painter.fillRect(QRectF(lane.left(), lane.bottom(), lane.width(), 1), colours().border);
        if (scene.quantity == TimelineQuantity::Time)
            paintTimes(painter, scene, places, machine, labels.forecast);
        else
            for (const bool bold : {false, true})
                paintCurve(painter, scene, places, machine, bold);
    }
    paintNames(painter, places, labels.machines, rightToLeft);
    paintAxis(painter, places, rightToLeft);
    paintMarks(painter, scene, places);
}

} // namespace motley
