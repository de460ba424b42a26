#include "app/plots/controls/chartsdialog.h"

#include "app/widgets/pageelements.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace motley {

ChartsDialog::ChartsDialog(
    const ChartLayout &layout, const ChartLayout &usual, const QHash<QString, QString> &names, QWidget *parent)
    : QDialog(parent), m_usual(usual), m_names(names), m_list(new QListWidget),
      m_up(makeButton(tr("Move up"), QStringLiteral("up"), QStringLiteral("moveChartUp"))),
      m_down(makeButton(tr("Move down"), QStringLiteral("down"), QStringLiteral("moveChartDown"))),
      m_restore(makeButton(tr("Usual charts"), QStringLiteral("restore"), QStringLiteral("usualCharts")))
{
    setObjectName(QStringLiteral("chartsDialog"));
    setWindowTitle(tr("Charts of a run"));
    auto *words = makeLabel(tr("Ticked charts are shown below the time line, in this order. Drag a chart, or move it "
                               "with Alt and the arrow keys."),
        "muted");
    words->setWordWrap(true);
    m_list->setObjectName(QStringLiteral("charts"));
    m_list->setAccessibleName(tr("Charts"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->installEventFilter(this);
    auto *close = makePrimaryButton(tr("Close"), {}, QStringLiteral("closeCharts"));
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(close, QDialogButtonBox::AcceptRole);
    auto *moves = new QHBoxLayout;
    moves->setSpacing(8);
    moves->addWidget(m_up);
    moves->addWidget(m_down);
    moves->addStretch();
    moves->addWidget(m_restore);

    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    all->setSpacing(gap);
    all->addWidget(makeLabel(windowTitle(), "title"));
    all->addWidget(words);
    all->addWidget(m_list, 1);
    all->addLayout(moves);
    all->addWidget(buttons);
    fill(layout);
    resize(440, 580);

    connect(m_list, &QListWidget::itemChanged, this, &ChartsDialog::choose);
    connect(m_list, &QListWidget::currentRowChanged, this, &ChartsDialog::refreshButtons);
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &ChartsDialog::choose);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_restore, &QPushButton::clicked, this, [this] {
        fill(m_usual);
        choose();
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
}

void ChartsDialog::fill(const ChartLayout &layout)
{
    const QSignalBlocker quiet(m_list);
    const int row = m_list->currentRow();
    m_list->clear();
    for (const ChartPlace &place : layout) {
        auto *item = new QListWidgetItem(m_names.value(place.chart, place.chart), m_list);
        item->setData(Qt::UserRole, place.chart);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
        item->setCheckState(place.isShown ? Qt::Checked : Qt::Unchecked);
    }
    m_list->setCurrentRow(std::max(row, 0));
    refreshButtons();
}

bool ChartsDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (!(key->modifiers() & Qt::AltModifier) || (key->key() != Qt::Key_Up && key->key() != Qt::Key_Down))
        return false;
    move(key->key() == Qt::Key_Up ? -1 : 1);
    return true;
}

void ChartsDialog::move(int rows)
{
    const int from = m_list->currentRow();
    const int to = from + rows;
    if (from < 0 || to < 0 || to >= m_list->count())
        return;
    {
        const QSignalBlocker quiet(m_list);
        m_list->insertItem(to, m_list->takeItem(from));
        m_list->setCurrentRow(to);
    }
    choose();
}

void ChartsDialog::choose()
{
    refreshButtons();
    Q_EMIT chosen(layoutOfList());
}

void ChartsDialog::refreshButtons()
{
    m_up->setEnabled(m_list->currentRow() > 0);
    m_down->setEnabled(m_list->currentRow() >= 0 && m_list->currentRow() + 1 < m_list->count());
    m_restore->setEnabled(layoutOfList() != m_usual);
}

ChartLayout ChartsDialog::layoutOfList() const
{
    ChartLayout layout;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem *item = m_list->item(row);
        layout.push_back({item->data(Qt::UserRole).toString(), item->checkState() == Qt::Checked});
    }
    return layout;
}

} // namespace motley
