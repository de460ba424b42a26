#include "app/plots/timelinelegend.h"

#include "app/plots/metricplot.h"
#include "app/plots/timelinepicture.h"
#include "app/widgets/flowlayout.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QPainter>

namespace motley {

namespace {

constexpr int swatchHeight = 10; // pixels
constexpr int heatSteps = 32;

class Swatch : public QWidget {
public:
    Swatch(int width, std::function<void(QPainter &, const QRectF &)> paint) : m_paint(std::move(paint))
    {
        setFixedSize(width, swatchHeight);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        m_paint(painter, rect());
    }

private:
    std::function<void(QPainter &, const QRectF &)> m_paint;
};

void paintLevel(QPainter &painter, const QRectF &area, const QPen &pen)
{
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right(), area.center().y()));
}

QString markName(TimelineMark::Kind kind)
{
    switch (kind) {
    case TimelineMark::Kind::Failure:
        return TimelineLegend::tr("failure");
    case TimelineMark::Kind::Membership:
        return TimelineLegend::tr("who trains");
    case TimelineMark::Kind::Finding:
        return TimelineLegend::tr("finding");
    case TimelineMark::Kind::Shares:
        return TimelineLegend::tr("shares");
    case TimelineMark::Kind::Test:
        return TimelineLegend::tr("test");
    case TimelineMark::Kind::Checkpoint:
        return TimelineLegend::tr("checkpoint");
    }
    return {};
}

} // namespace

TimelineLegend::TimelineLegend(QWidget *parent) : QWidget(parent)
{
    setLayout(new FlowLayout(12, 2));
    connect(&Theme::current(), &Theme::changed, this, [this] {
        for (auto *swatch : findChildren<QWidget *>())
            swatch->update();
    });
}

void TimelineLegend::explain(const TimelineScene &scene, bool isHeatMap, bool hasForecast)
{
    Shown shown{scene.quantity, isHeatMap, hasForecast, {}};
    for (const TimelineMark &mark : scene.marks)
        shown.marks.insert(mark.kind);
    if (m_shown == shown)
        return;
    m_shown = shown;
    while (QLayoutItem *item = layout()->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const bool isTime = shown.quantity == TimelineQuantity::Time;
    if (isHeatMap)
        addHeat(shown.quantity);
    else if (isTime)
        addParts();
    else
        addCurves();
    if (isTime && !isHeatMap && hasForecast)
        addForecast();
    for (const TimelineMark::Kind kind : shown.marks)
        addMark(kind);
}

void TimelineLegend::add(int width, const Paint &paint, const QString &words, const QString &help)
{
    auto *entry = new QWidget;
    auto *line = new QHBoxLayout(entry);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(new Swatch(width, paint));
    line->addWidget(makeLabel(words, "caption"));
    if (!help.isEmpty())
        entry->setToolTip(plainToolTip(help));
    layout()->addWidget(entry);
}

void TimelineLegend::addParts()
{
    for (int i = 0; i < timelineParts; ++i) {
        const auto part = static_cast<TimelinePart>(i);
        QString help;
        if (part == TimelinePart::Computing)
            help = tr("Forward and backward passes, with the part of the exchange that they hide.");
        else if (part == TimelinePart::Exchange)
            help = tr("The part of the exchange that computing does not hide.");
        else if (part == TimelinePart::Rest)
            help = tr("What is left of the step: the report that ends it, and waiting in it.");
        add(
            swatchHeight, [part](QPainter &painter, const QRectF &area) { paintTimelineParts(painter, area, part); },
            partName(part), help);
    }
}

void TimelineLegend::addForecast()
{
    add(
        2 * swatchHeight,
        [](QPainter &painter, const QRectF &area) {
            paintLevel(painter, area, QPen(Theme::current().colours().text, 1, Qt::DashLine));
        },
        tr("forecast"), tr("How long a step was forecast to take."));
}

void TimelineLegend::addCurves()
{
    const auto level = [](double width) {
        return [width](QPainter &painter, const QRectF &area) {
            paintLevel(painter, area, QPen(Theme::current().colours().text, width));
        };
    };
    add(2 * swatchHeight, level(2.2),
        readingOf(m_shown->quantity) ? quantityName(m_shown->quantity) : tr("what it did"));
    if (m_shown->quantity == TimelineQuantity::Speed)
        add(2 * swatchHeight, level(1), tr("what it could do without waiting"));
}

void TimelineLegend::addHeat(TimelineQuantity quantity)
{
    const auto paint = [quantity](QPainter &painter, const QRectF &area) {
        TimelineScene scene;
        scene.quantity = quantity;
        const double width = area.width() / heatSteps;
        for (int i = 0; i < heatSteps; ++i)
            painter.fillRect(QRectF(area.left() + i * width, area.top(), width + 1, area.height()),
                heatColour(scene, double(i) / (heatSteps - 1)));
    };
    const QString words = quantity == TimelineQuantity::Time
        ? tr("waiting, from %1 to %2 of the step").arg(formatPercent(0), formatPercent(100))
        : tr("from 0 to the greatest");
    add(8 * swatchHeight, paint, words);
}

void TimelineLegend::addMark(TimelineMark::Kind kind)
{
    add(
        swatchHeight,
        [kind](QPainter &painter, const QRectF &area) { paintTimelineMark(painter, area.center(), kind); },
        markName(kind));
}

} // namespace motley
