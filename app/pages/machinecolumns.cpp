#include "app/pages/machinecolumns.h"

#include "app/models/hostwords.h"
#include "app/plots/delegates/sparkline.h"
#include "app/widgets/tableheader.h"
#include "app/words/format.h"

#include <QEvent>
#include <QHeaderView>
#include <QTreeView>

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

constexpr int widestColumn = 320; // pixels; what is longer is shortened
constexpr int shortName = 240; // of which most can be told from each other
constexpr int leastName = 150;
constexpr int margins = 24; // of a cell, before its words and after them
constexpr int frameOfTick = 4; // pixels, which the view does not count

// The widest words of a column whose numbers come and go at each look. Empty: it is another column.
QString widestReading(int column)
{
    switch (column) {
    case FleetModel::Load:
        return formatPercent(100);
    case FleetModel::Memory:
        return FleetModel::tr("%1 of %2").arg(formatBytes(1023'900'000'000), formatBytes(1023'900'000'000));
    case FleetModel::Power:
        return formatWatts(1000, 1000);
    case FleetModel::Heat:
        return FleetModel::tr("%1 °C").arg(100);
    default:
        return {};
    }
}

// With room for the longest word, so that no state is cut or moves a column.
int stateWidth(const QTreeView &tree)
{
    int widest = 0;
    for (const QString &word : longStateWords())
        widest = std::max(widest, tree.fontMetrics().horizontalAdvance(word));
    constexpr int besideIcon = 8;
    return tree.iconSize().width() + margins + besideIcon + widest;
}

} // namespace

MachineColumns::MachineColumns(QTreeView *tree, const FleetModel *model)
    : QObject(tree), m_tree(tree), m_header(new TableHeader), m_model(model)
{
    auto *sparklines = new SparklineDelegate(tree);
    for (int column = 0; column < FleetModel::ColumnCount; ++column)
        if (!widestReading(column).isEmpty())
            tree->setItemDelegateForColumn(column, sparklines);
    tree->setHeader(m_header);
    tree->setTextElideMode(Qt::ElideRight);
    m_timer.setSingleShot(true);
    m_timer.setInterval(0); // once for all signals of an event
    connect(&m_timer, &QTimer::timeout, this, &MachineColumns::fit);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        forget();
        fitLater();
    });
    connect(model, &QAbstractItemModel::rowsInserted, this, &MachineColumns::fitLater);
    connect(model, &QAbstractItemModel::dataChanged, this, &MachineColumns::fitLater);
    tree->installEventFilter(this);
    fit();
}

bool MachineColumns::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::LanguageChange)
        forget();
    if (event->type() == QEvent::Show || event->type() == QEvent::Resize || event->type() == QEvent::StyleChange
        || event->type() == QEvent::LanguageChange)
        fitLater();
    return QObject::eventFilter(watched, event);
}

void MachineColumns::forget()
{
    m_widest = {};
    m_filled = {};
}

void MachineColumns::fitLater()
{
    if (m_tree->isVisible())
        m_timer.start();
}

bool MachineColumns::isFilled(int column)
{
    const bool isAlways = column < FleetModel::Load || column == FleetModel::LastSeen;
    bool &filled = m_filled[std::size_t(column)];
    filled = filled || isAlways || !m_model->isEmpty(column);
    return filled;
}

int MachineColumns::contentsOf(int column)
{
    const QAbstractItemView *view = m_tree; // QTreeView hides the function
    const int wanted = view->sizeHintForColumn(column) + (column == FleetModel::Name ? frameOfTick : 0);
    int &widest = m_widest[std::size_t(column)];
    widest = std::max({widest, m_header->widthFor(column), std::min(wanted, widestColumn)});
    return widest;
}

int MachineColumns::wantedOf(int column)
{
    if (column == FleetModel::State)
        return std::max(m_header->widthFor(column), stateWidth(*m_tree));
    if (const QString words = widestReading(column); !words.isEmpty())
        return std::max(m_header->widthFor(column),
            m_tree->fontMetrics().horizontalAdvance(words) + margins + SparklineDelegate::room);
    return contentsOf(column);
}

void MachineColumns::fit()
{
    m_header->ensurePolished();
    Widths widths{};
    for (int column = 0; column < FleetModel::ColumnCount; ++column)
        widths[std::size_t(column)] = isFilled(column) ? wantedOf(column) : 0;
    const int room = m_tree->viewport()->width();
    const auto lacking = [&] { return std::accumulate(widths.begin(), widths.end(), 0) - room; };
    const auto leaveOut = [&](int column) {
        if (lacking() > 0)
            widths[std::size_t(column)] = 0;
    };
    const auto leaveOutCurve = [&](int column) {
        int &width = widths[std::size_t(column)];
        if (lacking() > 0 && width > 0)
            width = std::max(m_header->widthFor(column), width - SparklineDelegate::room);
    };
    const auto narrow = [&](int column, int least) {
        int &width = widths[std::size_t(column)];
        width = std::max(std::min(width, least), width - std::max(0, lacking()));
    };
    leaveOut(FleetModel::Capability);
    leaveOut(FleetModel::Driver);
    narrow(FleetModel::Name, shortName);
    leaveOutCurve(FleetModel::Heat);
    leaveOutCurve(FleetModel::Power);
    narrow(FleetModel::State, contentsOf(FleetModel::State));
    leaveOut(FleetModel::LastSeen); // it is below, of the machine that is chosen
    leaveOutCurve(FleetModel::Memory);
    leaveOutCurve(FleetModel::Load);
    narrow(FleetModel::Name, leastName);
    leaveOut(FleetModel::Heat);
    leaveOut(FleetModel::Power);
    int &name = widths[FleetModel::Name];
    name = std::min(wantedOf(FleetModel::Name), name + std::max(0, -lacking()));
    if (widths == m_given)
        return;
    m_given = widths;
    for (int column = 0; column < FleetModel::ColumnCount; ++column) {
        const int width = widths[std::size_t(column)];
        m_header->setSectionHidden(column, width == 0);
        if (width > 0)
            m_header->resizeSection(column, width);
    }
}

} // namespace motley
