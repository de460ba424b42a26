#include "app/widgets/pageelements.h"

#include <QEvent>
#include <QHash>
#include <QHeaderView>
#include <QTimer>
#include <QTreeView>

#include <algorithm>

namespace motley {

namespace {

constexpr int widestColumn = 320; // pixels; what is longer is shortened

class ColumnFitter : public QObject {
public:
    ColumnFitter(QTreeView *table, const QSet<int> &fixed) : QObject(table), m_table(table), m_fixed(fixed)
    {
        m_timer.setSingleShot(true);
        m_timer.setInterval(0); // once for all signals of an event
        connect(&m_timer, &QTimer::timeout, this, &ColumnFitter::fit);
        const QAbstractItemModel *model = table->model();
        connect(model, &QAbstractItemModel::modelReset, this, [this] { fitLater(true); });
        connect(model, &QAbstractItemModel::rowsInserted, this, [this] { fitLater(false); });
        connect(model, &QAbstractItemModel::dataChanged, this, [this] { fitLater(false); });
        table->installEventFilter(this);
        fit();
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        // A narrower table leaves the last column less than its words need.
        if (event->type() == QEvent::Show || event->type() == QEvent::StyleChange || event->type() == QEvent::Resize)
            fitLater(false);
        return QObject::eventFilter(watched, event);
    }

private:
    void fitLater(bool otherRows)
    {
        m_mayShrink |= otherRows;
        if (m_table->isVisible())
            m_timer.start();
    }

    void fit()
    {
        QHeaderView *header = m_table->header();
        header->ensurePolished();
        for (int column = 0; column < header->count(); ++column) {
            if (header->isSectionHidden(column))
                continue;
            const int before = header->sectionSize(column);
            const bool takesTheRest
                = header->stretchLastSection() && header->visualIndex(column) == header->count() - 1;
            if (!m_fixed.contains(column) && !takesTheRest)
                m_table->resizeColumnToContents(column);
            else if (takesTheRest)
                header->resizeSection(column, 0);
            const int wanted
                = std::max(header->sectionSizeHint(column), std::min(header->sectionSize(column), widestColumn));
            const bool changes = m_mayShrink || takesTheRest || wanted > m_wanted.value(column);
            header->resizeSection(column, changes ? wanted : before); // else the user may have chosen another width
            m_wanted[column] = changes ? wanted : m_wanted.value(column);
        }
        m_mayShrink = false;
    }

    QTreeView *m_table;
    QSet<int> m_fixed;
    QHash<int, int> m_wanted; // the widths that were given
    QTimer m_timer;
    bool m_mayShrink = true;
};

} // namespace

QTreeView *makeTable(QAbstractItemModel *model, const QString &objectName, const QString &name)
{
    auto *table = new QTreeView;
    table->setObjectName(objectName);
    table->setAccessibleName(name);
    table->setModel(model);
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setAllColumnsShowFocus(true);
    return table;
}

void fitColumns(QTreeView *table, const QSet<int> &fixed)
{
    new ColumnFitter(table, fixed);
}

} // namespace motley
