#include "app/widgets/pageelements.h"
#include "app/widgets/tableheader.h"

#include <QEvent>
#include <QHash>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <numeric>
#include <utility>

namespace motley {

namespace {

constexpr int widestColumn = 320; // pixels; what is longer is shortened
constexpr int shortColumn = 120; // in which most words can be told from each other
constexpr int measuredRows = 200; // beside those in sight, of a table of thousands
constexpr int leastColumn = 36; // a letter or two
constexpr int restColumn = 160; // the last one, which takes what is left, where others give way for it

using Widths = QHash<int, int>; // pixels of each column; 0: it is left out

int sumOf(const Widths &widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0);
}

class ColumnFitter : public QObject {
public:
    ColumnFitter(QTreeView *table, const QSet<int> &fixed, const GivingWay &givingWay)
        : QObject(table), m_table(table), m_givingWay(givingWay)
    {
        for (const int column : fixed)
            m_fixed[column] = std::min(table->header()->sectionSize(column), widestColumn);
        m_timer.setSingleShot(true);
        m_timer.setInterval(0); // once for all signals of an event
        connect(&m_timer, &QTimer::timeout, this, &ColumnFitter::fit);
        const QAbstractItemModel *model = table->model();
        connect(model, &QAbstractItemModel::modelReset, this, [this] { fitLater(true); });
        connect(model, &QAbstractItemModel::rowsInserted, this, [this] { fitLater(false); });
        connect(model, &QAbstractItemModel::dataChanged, this, [this] { fitLater(false); });
        table->header()->setTextElideMode(Qt::ElideRight);
        if (hasToGiveWay())
            table->header()->setMinimumSectionSize(leastColumn);
        table->installEventFilter(this);
        table->viewport()->installEventFilter(this); // a scroll bar takes some of its room
        fit();
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Show || event->type() == QEvent::StyleChange || event->type() == QEvent::Resize)
            fitLater(false);
        return QObject::eventFilter(watched, event);
    }

private:
    void fitLater(bool otherRows)
    {
        m_hasOtherRows |= otherRows;
        if (m_table->isVisible())
            m_timer.start();
    }

    void fit()
    {
        QHeaderView *header = m_table->header();
        header->ensurePolished();
        if (std::exchange(m_hasOtherRows, false))
            forget();
        const int last = lastColumn();
        Widths wanted;
        for (int column = 0; column < header->count(); ++column)
            if (!isHiddenByOthers(column))
                wanted[column] = m_wanted[column] = std::max(m_wanted.value(column), wantedOf(column, column == last));
        const Widths widths = hasToGiveWay() ? narrowed(wanted) : wanted;
        for (auto width = widths.begin(); width != widths.end(); ++width)
            if (width.key() == last || m_given.value(width.key(), -1) != width.value())
                give(width.key(), width.value()); // else the user may have chosen another width
    }

    void forget()
    {
        for (const int column : m_givingWay.leftOut)
            if (m_given.value(column, -1) == 0)
                m_table->header()->setSectionHidden(column, false);
        m_given.clear();
        m_wanted.clear();
    }

    void give(int column, int width)
    {
        m_given[column] = width;
        if (m_givingWay.leftOut.contains(column))
            m_table->header()->setSectionHidden(column, width == 0);
        if (width > 0)
            m_table->header()->resizeSection(column, width);
    }

    bool hasToGiveWay() const { return !m_givingWay.shortened.isEmpty() || !m_givingWay.leftOut.isEmpty(); }

    bool isHiddenByOthers(int column) const
    {
        return m_table->header()->isSectionHidden(column) && m_given.value(column, -1) != 0;
    }

    // -1: none takes the rest
    int lastColumn() const
    {
        const QHeaderView *header = m_table->header();
        int place = header->stretchLastSection() ? header->count() - 1 : -1;
        while (place >= 0 && header->isSectionHidden(header->logicalIndex(place)))
            --place;
        return place < 0 ? -1 : header->logicalIndex(place);
    }

    int headingOf(int column) const { return m_table->header()->sectionSizeHint(column); }

    int wantedOf(int column, bool takesTheRest) const
    {
        if (m_fixed.contains(column))
            return std::max(headingOf(column), m_fixed[column]);
        if (takesTheRest && !hasToGiveWay())
            return headingOf(column);
        const QAbstractItemView *view = m_table; // QTreeView hides the function
        const int limit = takesTheRest ? restColumn : widestColumn;
        return std::max(headingOf(column), std::min(view->sizeHintForColumn(column), limit));
    }

    Widths narrowed(Widths widths) const
    {
        const auto leastOf = [this](int column) { return std::max(headingOf(column), shortColumn); };
        Widths shortest = widths;
        shorten(shortest, leastOf);
        for (const int column : m_givingWay.leftOut)
            if (lacking(shortest) > 0 && widths.contains(column))
                widths[column] = shortest[column] = 0;
        shorten(widths, leastOf);
        shorten(widths, [this](int column) { return headingOf(column); });
        shorten(widths, [](int /*column*/) { return leastColumn; });
        return widths;
    }

    int lacking(const Widths &widths) const { return sumOf(widths) - m_table->viewport()->width(); }

    // The widest give way first, so that they end alike.
    template <typename Least>
    void shorten(Widths &widths, Least leastOf) const
    {
        Widths least;
        for (const int column : m_givingWay.shortened)
            if (widths.contains(column))
                least[column] = leastOf(column);
        for (int limit = widestColumn; limit > 0 && lacking(widths) > 0; --limit)
            for (auto column = least.begin(); column != least.end(); ++column)
                widths[column.key()] = std::min(widths[column.key()], std::max(limit, column.value()));
    }

    QTreeView *m_table;
    GivingWay m_givingWay;
    Widths m_fixed;
    Widths m_wanted; // the widest so far of the same rows
    Widths m_given;
    QTimer m_timer;
    bool m_hasOtherRows = false;
};

} // namespace

QTreeView *makeTable(QAbstractItemModel *model, const QString &objectName, const QString &name)
{
    auto *table = new QTreeView;
    table->setHeader(new TableHeader);
    table->header()->setResizeContentsPrecision(measuredRows);
    table->setObjectName(objectName);
    table->setAccessibleName(name);
    table->setModel(model);
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setAllColumnsShowFocus(true);
    return table;
}

void fitColumns(QTreeView *table, const QSet<int> &fixed, const GivingWay &givingWay)
{
    new ColumnFitter(table, fixed, givingWay);
}

} // namespace motley
