#include "app/plots/timesplitview.h"

#include "app/models/runmachinemodel.h"
#include "app/plots/timelinepicture.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/flowlayout.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr int parts = 7;
constexpr int rowWithName = 24; // pixels of a machine's name and bar
constexpr int greatestRow = 96;
constexpr double greatestBar = 40;
static_assert(parts == phaseColours + 1); // the rest is hatched

std::array<double, parts> secondsOf(const WholeSplit &split)
{
    return {split.data, split.forward, split.backward, split.waiting, split.exchange, split.optimizer, split.rest};
}

std::array<QString, parts> namesOfParts()
{
    return {TimeSplitView::tr("data"), TimeSplitView::tr("forward"), TimeSplitView::tr("backward"),
        TimeSplitView::tr("waiting for others"), TimeSplitView::tr("exchange"), TimeSplitView::tr("optimizer"),
        TimeSplitView::tr("report")};
}

QBrush brushOf(int part, double width)
{
    return part < phaseColours ? QBrush(Theme::current().colours().phase(part)) : brushOfRest(width);
}

// `wholeSeconds` is the width of the rectangle.
void paintSplit(QPainter &painter, const QRectF &area, const WholeSplit &split, double wholeSeconds, bool rightToLeft)
{
    if (wholeSeconds <= 0)
        return;
    double offset = 0;
    const auto seconds = secondsOf(split);
    for (int i = 0; i < parts; ++i) {
        const double width = area.width() * seconds[static_cast<std::size_t>(i)] / wholeSeconds;
        const double left = rightToLeft ? area.right() - offset - width : area.left() + offset;
        painter.fillRect(QRectF(left, area.top(), std::max(0.0, width - 0.5), area.height()), brushOf(i, width));
        offset += width;
    }
}

} // namespace

class TimeSplitView::Bars : public QWidget {
public:
    void setSeries(const MetricSeries *series)
    {
        m_series = series;
        update();
    }

    void setEmptySentence(const QString &sentence)
    {
        m_emptySentence = sentence;
        describe();
    }

    void describe()
    {
        QStringList lines;
        if (m_series)
            for (const auto &machine : m_series->machines())
                lines << machineWord(machine.name) + QStringLiteral(": ") + splitWords(m_series->recentSplit(machine));
        setAccessibleName(isEmpty() ? m_emptySentence : lines.join(QLatin1Char('\n')));
        setToolTip(isEmpty() ? QString() : plainToolTip(accessibleName()));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Colours &colours = Theme::current().colours();
        if (isEmpty()) {
            painter.setPen(colours.mutedText);
            painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptySentence);
            return;
        }
        double longest = 0;
        for (const auto &machine : m_series->machines())
            longest = std::max(longest, m_series->recentSplit(machine).seconds());
        const int count = static_cast<int>(m_series->machines().size());
        const double rowHeight = std::min<double>(greatestRow, double(height()) / std::max(1, count));
        double y = 0;
        for (const auto &machine : m_series->machines()) {
            paintRow(painter, machine, QRectF(0, y, width(), rowHeight), longest);
            y += rowHeight;
        }
    }

private:
    bool isEmpty() const { return !m_series || m_series->steps().empty(); }

    // Where many machines leave no room for their names, the bars stand in the order of the machines.
    void paintRow(QPainter &painter, const MachineSeries &machine, const QRectF &row, double longest) const
    {
        const Colours &colours = Theme::current().colours();
        const WholeSplit split = m_series->recentSplit(machine);
        const bool rightToLeft = layoutDirection() == Qt::RightToLeft;
        if (row.height() < rowWithName)
            return paintSplit(painter, row.adjusted(0, 0, 0, row.height() > 4 ? -2 : 0), split, longest, rightToLeft);
        const int line = fontMetrics().height();
        const QRectF words(0, row.top(), row.width(), line);
        const QString seconds = TimeSplitView::tr("%1 a step").arg(formatSeconds(split.seconds()));
        painter.setPen(colours.mutedText);
        painter.drawText(words, Qt::AlignTrailing | Qt::AlignVCenter, seconds);
        const int room = static_cast<int>(row.width()) - fontMetrics().horizontalAdvance(seconds) - 8;
        painter.setPen(colours.text);
        painter.drawText(words, Qt::AlignLeading | Qt::AlignVCenter,
            fontMetrics().elidedText(machineWord(machine.name), Qt::ElideMiddle, room));
        const double bar = std::clamp(row.height() - line - 10, std::min(9.0, row.height() - line - 2), greatestBar);
        paintSplit(painter, QRectF(0, row.top() + line + 1, row.width(), bar), split, longest, rightToLeft);
    }

    const MetricSeries *m_series = nullptr;
    QString m_emptySentence;
};

namespace {

QWidget *makeLegend()
{
    auto *legend = new QWidget;
    auto *layout = new FlowLayout(12, 2);
    legend->setLayout(layout);
    const auto names = namesOfParts();
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto *swatch = new QLabel;
        const auto paint = [swatch, i] {
            QPixmap square(10, 10);
            square.fill(Qt::transparent);
            QPainter(&square).fillRect(square.rect(), brushOf(static_cast<int>(i), square.width()));
            swatch->setPixmap(square);
        };
        paint();
        QObject::connect(&Theme::current(), &Theme::changed, swatch, paint);
        auto *entry = new QWidget;
        auto *line = new QHBoxLayout(entry);
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(6);
        line->addWidget(swatch);
        line->addWidget(makeLabel(names[i], "caption"));
        layout->addWidget(entry);
    }
    return legend;
}

} // namespace

TimeSplitView::TimeSplitView(QWidget *parent) : QFrame(parent), m_head(new QHBoxLayout), m_bars(new Bars)
{
    setProperty("card", true);
    setObjectName(QStringLiteral("timeSplit"));
    auto *heading = new ElidedLabel("heading");
    heading->setText(tr("Parts of a step"));
    m_head->addWidget(heading, 1);
    m_bars->setMinimumHeight(rowWithName);
    auto *room = new QVBoxLayout;
    room->setContentsMargins(0, 0, 0, 0);
    room->setSpacing(6);
    room->addWidget(makeLegend());
    room->addWidget(m_bars, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(m_head);
    layout->addLayout(room, 1);
    connect(&Theme::current(), &Theme::changed, m_bars, qOverload<>(&QWidget::update));
}

void TimeSplitView::addLastTool(QWidget *tool)
{
    m_head->addWidget(tool);
}

void TimeSplitView::setSeries(const MetricSeries *series)
{
    m_bars->setSeries(series);
}

void TimeSplitView::setEmptySentence(const QString &sentence)
{
    m_bars->setEmptySentence(sentence);
}

void TimeSplitView::valuesChanged()
{
    m_bars->describe();
}

void TimeSplitDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto split = index.data(RunMachineModel::splitRole).value<WholeSplit>();
    const QRectF bar(option.rect.left() + 6, option.rect.center().y() - 4, option.rect.width() - 12, 8);
    paintSplit(*painter, bar, split, split.seconds(), option.direction == Qt::RightToLeft);
}

} // namespace motley
