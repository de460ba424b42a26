#include "app/plots/machinerows.h"

#include "app/models/runmachinemodel.h"
#include "app/plots/metricplot.h"
#include "app/plots/shareddomain.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"
#include "app/words/membershipwords.h"
#include "app/words/planwords.h"

#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int mostSteps = 120; // of a sparkline
constexpr int waitingPhase = 3; // the colour that waiting has in TimeSplitView too
constexpr int apart = 10; // pixels between the columns of a row
constexpr int swatchWidth = 20;
constexpr int indent = 26; // of what stands beside the swatch
constexpr int widthForBars = 300; // of a row of one line
constexpr int aboveBars = 3; // below the tails of the name's letters
constexpr int roomiest = 44; // pixels more than a row needs
constexpr int leastOwnLine = 18; // of these, for a sparkline on a line of its own

double waitingPart(const TimeSplit &split)
{
    return split.total() > 0 ? split.waiting / split.total() : 0;
}

QColor colourOf(std::size_t machine)
{
    return Theme::current().colours().series(static_cast<int>(machine));
}

QString speedWords(std::optional<double> speed)
{
    return speed ? formatNumber(*speed, 3) : notKnown();
}

} // namespace

class MachineRows::Rows : public QWidget {
public:
    void setSeries(const MetricSeries *series)
    {
        m_series = series;
        describe();
    }

    void setEmptySentence(const QString &sentence)
    {
        m_emptySentence = sentence;
        describe();
    }

    void describe()
    {
        QStringList lines;
        for (std::size_t i = 0; !isEmpty() && i < m_series->machines().size(); ++i)
            lines << joined({machineWord(m_series->machines()[i].name), shareText(i), speedText(i), waitText(i)});
        setAccessibleName(isEmpty() ? m_emptySentence : lines.join(QLatin1Char('\n')));
        setToolTip(isEmpty() ? QString() : plainToolTip(accessibleName()));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isEmpty()) {
            painter.setPen(Theme::current().colours().mutedText);
            painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptySentence);
            return;
        }
        const int count = static_cast<int>(m_series->machines().size());
        const int line = fontMetrics().height();
        const int whole = 2 * line + 19 + aboveBars; // a row with all that it can have
        const int lines = count * whole <= height() ? 3 : count * (line + 16) <= height() ? 2 : 1;
        const int rowHeight = lines == 3 ? std::clamp(height() / count, whole, whole + roomiest)
            : lines == 2                 ? line + 16
                                         : line + 3;
        const int fitting = std::max(1, height() / rowHeight);
        const int shown = count <= fitting ? count : fitting - 1;
        for (int i = 0; i < shown; ++i)
            paintRow(painter, static_cast<std::size_t>(i), QRect(0, i * rowHeight, width(), rowHeight), lines);
        if (shown == count)
            return;
        painter.setPen(Theme::current().colours().mutedText);
        painter.drawText(QRect(0, shown * rowHeight, width(), line), Qt::AlignLeading | Qt::AlignVCenter,
            MachineRows::tr("and %Ln more", nullptr, count - shown));
    }

private:
    bool isEmpty() const { return !m_series || m_series->steps().empty() || m_series->machines().empty(); }
    bool isLost(std::size_t machine) const { return m_series->members().isLost(static_cast<int>(machine)); }

    static QString joined(QStringList words)
    {
        words.removeAll(QString());
        return joinParts(words);
    }

    QString shareText(std::size_t machine) const
    {
        if (isLost(machine))
            return notInTheRun();
        const auto batch = m_series->started() ? m_series->started()->batch : 0;
        if (m_series->machines()[machine].share == 0)
            return MachineRows::tr("has no work");
        const double part = batch > 0 ? double(m_series->machines()[machine].share) / double(batch) : 0;
        return batch > 0 ? MachineRows::tr("share %1").arg(formatPercent(100 * part)) : QString();
    }

    std::optional<double> did(std::size_t machine) const { return m_series->rateOf(m_series->machines()[machine]); }

    std::optional<double> could(std::size_t machine) const
    {
        const auto &own = m_series->machines()[machine].ownSamplesPerSecond;
        return own.empty() || !std::isfinite(own.back()) ? std::nullopt : std::optional(own.back());
    }

    QString speedText(std::size_t machine) const
    {
        if (isLost(machine))
            return {};
        return MachineRows::tr("did %1, could do %2").arg(speedWords(did(machine)), speedWords(could(machine)));
    }

    // In a narrow place only what it did, as half a number looks like another one.
    QString speedWithin(std::size_t machine, int width) const
    {
        const QString both = speedText(machine);
        return isLost(machine) || fontMetrics().horizontalAdvance(both) <= width
            ? both
            : MachineRows::tr("did %1").arg(speedWords(did(machine)));
    }

    QString waitText(std::size_t machine) const
    {
        if (isLost(machine))
            return {};
        const WholeSplit split = m_series->recentSplit(m_series->machines()[machine]);
        return MachineRows::tr("waits %1")
            .arg(formatPercent(split.seconds() > 0 ? 100 * split.waiting / split.seconds() : 0));
    }

    QRect mirrored(const QRect &place) const { return QStyle::visualRect(layoutDirection(), rect(), place); }

    // Shortened in its middle, names of one domain would all look alike.
    QString nameWithin(std::size_t machine, int width) const
    {
        const QString whole = machineWord(m_series->machines()[machine].name);
        if (fontMetrics().horizontalAdvance(whole) <= width)
            return whole;
        QStringList names;
        for (const MachineSeries &other : m_series->machines())
            names << machineWord(other.name);
        return whole.chopped(sharedDomain(names).size());
    }

    void paintRow(QPainter &painter, std::size_t machine, const QRect &row, int lines) const
    {
        const Colours &colours = Theme::current().colours();
        const QFontMetrics metrics = fontMetrics();
        const int line = metrics.height();
        paintSwatch(painter, machine, mirrored(QRect(0, row.top(), swatchWidth, line)));

        const QString end = lines == 3 ? shareText(machine) : waitText(machine);
        // Of the longest text where bars stand before it, so that they begin and end below each other.
        const QString longest = lines == 1 ? MachineRows::tr("waits %1").arg(formatPercent(100)) : end;
        const int endWidth = std::min(
            std::max(metrics.horizontalAdvance(end), metrics.horizontalAdvance(longest)) + 2, row.width() / 2);
        painter.setPen(colours.mutedText);
        painter.drawText(mirrored(QRect(row.width() - endWidth, row.top(), endWidth, line)),
            Qt::AlignTrailing | Qt::AlignVCenter, metrics.elidedText(end, Qt::ElideRight, endWidth));
        painter.setPen(colours.text);
        const bool hasBarsBeside = lines == 1 && row.width() >= widthForBars;
        const int whole = row.width() - indent - endWidth - apart;
        const QRect name(indent, row.top(), hasBarsBeside ? whole * 3 / 5 : whole, line);
        painter.drawText(mirrored(name), Qt::AlignLeading | Qt::AlignVCenter,
            metrics.elidedText(nameWithin(machine, name.width()), Qt::ElideMiddle, name.width()));
        if (hasBarsBeside)
            paintBars(painter, machine,
                QRect(name.right() + apart, row.top() + line / 2 - 3, whole - name.width() - apart, 8));
        if (lines == 1)
            return;
        paintBars(painter, machine, QRect(indent, row.top() + line + aboveBars, row.width() - indent, 8));
        if (lines < 3)
            return;
        const int below = row.bottom() - (row.top() + 2 * line + 19 + aboveBars);
        const QRect detail(indent, row.top() + line + 10 + aboveBars, row.width() - indent, line);
        paintDetail(painter, machine, detail, below < leastOwnLine);
        if (below >= leastOwnLine && !isLost(machine))
            paintSparkline(painter, machine, mirrored(QRect(indent, detail.bottom() + 3, detail.width(), below - 2)));
    }

    // The line of the machine's curve, as its colour may be that of another machine too.
    void paintSwatch(QPainter &painter, std::size_t machine, const QRect &area) const
    {
        const auto colour = static_cast<int>(machine);
        QPen pen = penOf({{}, colour, PlotCurve::LineStyle::Bold, nullptr, nullptr, true, false, true});
        pen.setWidthF(2.6);
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right() + 1, area.center().y()));
        painter.setPen(Qt::NoPen);
    }

    // What it did is the thick bar, what it could do the thin one above; both are as long as the speeds.
    void paintBars(QPainter &painter, std::size_t machine, const QRect &area) const
    {
        double fastest = 0;
        for (std::size_t i = 0; i < m_series->machines().size(); ++i)
            fastest = std::max({fastest, did(i).value_or(0), could(i).value_or(0)});
        if (fastest <= 0 || isLost(machine))
            return;
        const auto bar = [&](std::optional<double> speed, int top, int height) {
            const int length = static_cast<int>(std::lround(area.width() * speed.value_or(0) / fastest));
            painter.fillRect(mirrored(QRect(area.left(), area.top() + top, length, height)), colourOf(machine));
        };
        bar(could(machine), 0, 1);
        bar(did(machine), 2, 5);
    }

    void paintDetail(QPainter &painter, std::size_t machine, const QRect &area, bool withSparkline) const
    {
        const QFontMetrics metrics = fontMetrics();
        const QString waits = waitText(machine);
        const int spark = waits.isEmpty() || area.width() < 240 || !withSparkline ? 0 : 44; // pixels
        const int beside = spark > 0 ? spark + 6 : 0;
        const int end = metrics.horizontalAdvance(waits) + 2;
        const int room = area.width() - end - beside - apart;
        painter.setPen(Theme::current().colours().mutedText);
        painter.drawText(mirrored(QRect(area.left(), area.top(), room, area.height())),
            Qt::AlignLeading | Qt::AlignVCenter, metrics.elidedText(speedWithin(machine, room), Qt::ElideRight, room));
        painter.drawText(mirrored(QRect(area.right() + 1 - beside - end, area.top(), end, area.height())),
            Qt::AlignTrailing | Qt::AlignVCenter, waits);
        if (spark > 0)
            paintSparkline(
                painter, machine, mirrored(QRect(area.right() + 1 - spark, area.top() + 2, spark, area.height() - 4)));
    }

    // The part of each of the last steps that the machine waited, from none below to all above; time runs to the right.
    void paintSparkline(QPainter &painter, std::size_t machine, const QRect &area) const
    {
        const auto &split = m_series->machines()[machine].split;
        const std::size_t count = std::min<std::size_t>(split.size(), mostSteps);
        if (count < 2)
            return;
        QPainterPath path;
        for (std::size_t i = 0; i < count; ++i) {
            const double part = waitingPart(split[split.size() - count + i]);
            const QPointF point(area.left() + area.width() * double(i) / double(count - 1),
                area.bottom() - (area.height() - 1) * std::min(1.0, part));
            i == 0 ? path.moveTo(point) : path.lineTo(point);
        }
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Theme::current().colours().border, 1));
        painter.drawLine(area.bottomLeft(), area.bottomRight());
        painter.setPen(QPen(Theme::current().colours().mutedText, 1));
        painter.drawPath(path);
        QColor shade = Theme::current().colours().phase(waitingPhase);
        shade.setAlphaF(0.35F);
        path.lineTo(area.bottomRight());
        path.lineTo(area.bottomLeft());
        painter.fillPath(path, shade);
    }

    const MetricSeries *m_series = nullptr;
    QString m_emptySentence;
};

MachineRows::MachineRows(QWidget *parent)
    : QFrame(parent), m_head(new QHBoxLayout), m_unit(new ElidedLabel("caption")), m_rows(new Rows)
{
    setProperty("card", true);
    setObjectName(QStringLiteral("machineRows"));
    auto *heading = new ElidedLabel("heading");
    heading->setText(tr("Machines"));
    m_head->addWidget(heading);
    m_head->addSpacing(6);
    m_head->addWidget(m_unit);
    m_head->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    layout->addLayout(m_head);
    layout->addWidget(m_rows, 1);
    connect(&Theme::current(), &Theme::changed, m_rows, qOverload<>(&QWidget::update));
}

void MachineRows::setSeries(const MetricSeries *series)
{
    m_series = series;
    m_rows->setSeries(series);
    valuesChanged();
}

void MachineRows::setEmptySentence(const QString &sentence)
{
    m_rows->setEmptySentence(sentence);
}

void MachineRows::valuesChanged()
{
    m_unit->setText(!m_series ? QString() : m_series->unit() == BatchUnit::Tokens ? tr("Tokens/s") : tr("Samples/s"));
    m_rows->describe();
}

void MachineRows::addLastTool(QWidget *tool)
{
    m_head->addWidget(tool);
}

} // namespace motley
