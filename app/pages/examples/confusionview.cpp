#include "app/pages/examples/confusionview.h"

#include "app/widgets/theme.h"
#include "app/words/examples/examplewords.h"
#include "app/words/format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

constexpr int leastSide = 60; // pixels
constexpr int roomForNumber = 16; // pixels of a cell
constexpr int roomForFrames = 8;
constexpr double weakest = 0.25; // of a colour, for a count above 0

double lightnessOf(const QColor &colour) // as eyes weigh the parts of it
{
    return 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF();
}

QColor readableOn(const QColor &ground, const Colours &colours)
{
    const auto distance = [&](const QColor &colour) { return std::abs(lightnessOf(colour) - lightnessOf(ground)); };
    return distance(colours.text) > distance(colours.surface) ? colours.text : colours.surface;
}

// In which all counts fit into cells of this width, so that none looks larger than another.
QFont fontFor(const std::vector<std::int64_t> &counts, double cellWidth, const QFont &usual)
{
    constexpr double margin = 3; // pixels on each side
    double longest = 1;
    for (const std::int64_t count : counts)
        longest = std::max<double>(longest, QFontMetrics(usual).horizontalAdvance(formatCount(count)));
    QFont fitting = usual;
    fitting.setPointSizeF(usual.pointSizeF() * std::min(1.0, (cellWidth - 2 * margin) / longest));
    return fitting;
}

} // namespace

ConfusionView::ConfusionView(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("confusion"));
    setAccessibleName(tr("Confusion matrix"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(leastSide, leastSide);
    connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize ConfusionView::sizeHint() const
{
    return {220, 220};
}

void ConfusionView::setConfusion(std::optional<Confusion> confusion)
{
    m_confusion = std::move(confusion);
    if (m_chosen && (m_chosen->x() >= classes() || m_chosen->y() >= classes()))
        m_chosen.reset();
    setAccessibleDescription(chosenWords());
    Q_EMIT chosen(chosenWords());
    update();
}

QString ConfusionView::chosenWords() const
{
    return m_chosen ? confusionWords(*m_confusion, std::size_t(m_chosen->y()), std::size_t(m_chosen->x())) : QString();
}

QRectF ConfusionView::cellAt(int row, int column) const
{
    const double side = (std::min(width(), height()) - 2) / double(std::max(1, classes()));
    const double left = (width() - side * classes()) / 2;
    const double top = (height() - side * classes()) / 2;
    return {left + side * column, top + side * row, side, side};
}

std::optional<QPoint> ConfusionView::cellUnder(QPointF point) const
{
    for (int row = 0; row < classes(); ++row)
        for (int column = 0; column < classes(); ++column)
            if (cellAt(row, column).contains(point))
                return QPoint(column, row);
    return std::nullopt;
}

void ConfusionView::choose(QPoint cell)
{
    m_chosen = cell;
    setAccessibleDescription(chosenWords());
    Q_EMIT chosen(chosenWords());
    update();
}

bool ConfusionView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || classes() == 0)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const auto cell = cellUnder(help->pos()))
        QToolTip::showText(help->globalPos(),
            plainToolTip(confusionWords(*m_confusion, std::size_t(cell->y()), std::size_t(cell->x()))), this);
    else
        QToolTip::hideText();
    return true;
}

void ConfusionView::mousePressEvent(QMouseEvent *event)
{
    if (const auto cell = cellUnder(event->position()))
        choose(*cell);
}

void ConfusionView::keyPressEvent(QKeyEvent *event)
{
    QPoint way;
    switch (event->key()) {
    case Qt::Key_Left:
        way = {-1, 0};
        break;
    case Qt::Key_Right:
        way = {1, 0};
        break;
    case Qt::Key_Up:
        way = {0, -1};
        break;
    case Qt::Key_Down:
        way = {0, 1};
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    if (classes() == 0)
        return;
    const QPoint next = m_chosen ? *m_chosen + way : QPoint();
    choose({std::clamp(next.x(), 0, classes() - 1), std::clamp(next.y(), 0, classes() - 1)});
}

void ConfusionView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colours &colours = Theme::current().colours();
    const int side = classes();
    const bool hasNumbers = side > 0 && cellAt(0, 0).width() >= roomForNumber;
    if (hasNumbers)
        painter.setFont(fontFor(m_confusion->counts, cellAt(0, 0).width(), font()));
    for (int row = 0; row < side; ++row) {
        const auto *counts = &m_confusion->counts[std::size_t(row) * std::size_t(side)];
        const std::int64_t all = std::max<std::int64_t>(1, std::accumulate(counts, counts + side, std::int64_t(0)));
        for (int column = 0; column < side; ++column) {
            const QRectF cell = cellAt(row, column);
            const double part = double(counts[column]) / double(all);
            // A few wrong ones among many can be seen, too.
            const double strength = counts[column] == 0 ? 0 : weakest + (1 - weakest) * part;
            const QColor ground = mixed(colours.surface, row == column ? colours.accent : colours.bad, strength);
            painter.fillRect(cell, ground);
            if (row == column && cell.width() >= roomForFrames) {
                painter.setPen(QPen(colours.accent, 1));
                painter.drawRect(cell.adjusted(0.5, 0.5, -1.5, -1.5));
            }
            if (counts[column] == 0 || !hasNumbers)
                continue;
            painter.setPen(readableOn(ground, colours));
            painter.drawText(cell, Qt::AlignCenter, formatCount(counts[column]));
        }
    }
    if (side > 0) {
        painter.setPen(QPen(colours.border, 1));
        painter.drawRect(cellAt(0, 0).united(cellAt(side - 1, side - 1)));
    }
    if (m_chosen) {
        painter.setPen(QPen(hasFocus() ? colours.text : colours.mutedText, 2));
        painter.drawRect(cellAt(m_chosen->y(), m_chosen->x()).adjusted(1, 1, -1, -1));
    } else if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

} // namespace motley
