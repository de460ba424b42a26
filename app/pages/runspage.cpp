#include "app/pages/runspage.h"

#include "app/dialogs/annotationdialog.h"
#include "app/dialogs/question.h"
#include "app/dialogs/trydialog.h"
#include "app/pages/comparepage.h"
#include "app/report/htmlreport.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "app/words/removalwords.h"
#include "remote/run/resumption.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QInputDialog>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QShortcut>
#include <QStackedWidget>
#include <QtConcurrent>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace motley {

RunsPage::RunsPage(Workspace *workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_model(&workspace->history()), m_sorted(&m_model), m_tag(new QComboBox),
      m_table(makeTable(&m_sorted, QStringLiteral("runsTable"), tr("Runs"))), m_stack(new QStackedWidget),
      m_parts(new QStackedWidget), m_comparison(new ComparePage), m_message(new MessageCard),
      m_compare(makeButton(tr("Compare"), {}, QStringLiteral("compareRuns"))),
      m_open(makePrimaryButton(tr("Open"), {}, QStringLiteral("openRun"))),
      m_remove(makeButton(tr("Remove"), QStringLiteral("remove"), QStringLiteral("removeRun"))),
      m_more(makeButton(tr("More"), {}, QStringLiteral("moreOfRun")))
{
    setObjectName(QStringLiteral("page"));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunsModel::Started, Qt::DescendingOrder);
    fitColumns(m_table, {},
        {{RunsModel::Name, RunsModel::Tags, RunsModel::Machines, RunsModel::Note},
            {RunsModel::Size, RunsModel::Duration, RunsModel::Loss}});

    m_stack->addWidget(m_table);
    m_stack->addWidget(makeEmptyState());
    auto *list = new QWidget;
    auto *rows = new QVBoxLayout(list);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(gap);
    rows->addWidget(makeToolBar());
    rows->addWidget(m_message);
    rows->addWidget(m_stack, 1);
    m_parts->addWidget(list);
    m_parts->addWidget(m_comparison);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 20, pageMargin, 16);
    layout->addWidget(m_parts);

    m_model.setShown(false);
    connect(&m_sorted, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_chosen.clear();
        for (const RunRecord &run : chosen())
            m_chosen << run.id;
    });
    connect(&m_sorted, &QAbstractItemModel::modelReset, this, &RunsPage::selectAgain);
    connect(&workspace->removal(), &Removal::changed, this,
        [this] { m_model.setHidden(m_workspace->removal().hiddenRun()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &RunsPage::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::refresh);
    connect(m_table, &QTreeView::activated, this, &RunsPage::openSelected);
    connect(m_compare, &QPushButton::clicked, this, &RunsPage::compareChosen);
    connect(m_comparison, &ComparePage::left, this, [this] {
        m_parts->setCurrentIndex(0);
        refresh();
        m_table->setFocus();
    });
    connect(m_comparison, &ComparePage::baselineChosen, this,
        [this](const QString &run) { m_workspace->settings().setBaseline(run); });
    connect(m_open, &QPushButton::clicked, this, &RunsPage::openSelected);
    connect(m_remove, &QPushButton::clicked, this, &RunsPage::removeSelected);
    connect(workspace, &Workspace::runsChanged, this, &RunsPage::refresh);
    connect(&m_sizes, &RunSizes::changed, this, [this] { m_model.setSizes(m_sizes.known()); });
    addKey(QKeySequence::Delete, &RunsPage::removeSelected);
    addKey(QKeySequence(Qt::Key_F2), &RunsPage::renameSelected);
    addKey(QKeySequence(Qt::Key_F4), &RunsPage::annotateSelected);
    addKey(QKeySequence(QStringLiteral("Ctrl+Return")), &RunsPage::compareChosen);
    m_more->setMenu(makeMenu());
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTreeView::customContextMenuRequested, this, [this](const QPoint &at) {
        if (selected())
            m_more->menu()->popup(m_table->viewport()->mapToGlobal(at));
    });
    m_model.setHidden(workspace->removal().hiddenRun());
}

RunsPage::~RunsPage()
{
    m_leave.request_stop();
    m_reports.waitForDone();
}

QWidget *RunsPage::makeToolBar()
{
    auto *filter = new QLineEdit;
    filter->setObjectName(QStringLiteral("runsFilter"));
    filter->setPlaceholderText(tr("Filter"));
    filter->setAccessibleName(tr("Show only the runs with these words"));
    filter->setClearButtonEnabled(true);
    filter->setMaximumWidth(240);
    connect(filter, &QLineEdit::textChanged, &m_sorted, &RunFilter::setWords);
    m_tag->setObjectName(QStringLiteral("runsTag"));
    m_tag->setAccessibleName(tr("Show only the runs with this tag"));
    m_tag->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_tag->setMaximumWidth(180);
    connect(
        m_tag, &QComboBox::activated, this, [this](int index) { m_sorted.setTag(m_tag->itemData(index).toString()); });

    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeLabel(tr("Runs"), "title"));
    layout->addStretch();
    layout->addWidget(m_tag);
    layout->addWidget(filter);
    layout->addWidget(m_more);
    layout->addWidget(m_compare);
    layout->addWidget(m_remove);
    layout->addWidget(m_open);
    return bar;
}

QWidget *RunsPage::makeEmptyState()
{
    auto *empty = new EmptyState(QStringLiteral("runs"), tr("No runs yet"),
        tr("A job is ready: start it on this computer, and it trains a small network in a few minutes."));
    auto *button = makePrimaryButton(tr("New run"), {}, QStringLiteral("firstRun"));
    connect(button, &QPushButton::clicked, this, &RunsPage::newRunRequested);
    empty->addButton(button);
    auto *card = makeCard();
    auto *layout = new QVBoxLayout(card);
    layout->addWidget(empty);
    return card;
}

const RunRecord *RunsPage::selected() const
{
    const QModelIndex index = m_sorted.mapToSource(m_table->currentIndex());
    return index.isValid() ? &m_model.recordAt(index.row()) : nullptr;
}

std::vector<RunRecord> RunsPage::chosen() const
{
    std::vector<RunRecord> runs;
    for (int row = 0; row < m_sorted.rowCount(); ++row)
        if (m_table->selectionModel()->isRowSelected(row))
            runs.push_back(m_model.recordAt(m_sorted.mapToSource(m_sorted.index(row, 0)).row()));
    return runs;
}

std::vector<RunRecord> RunsPage::compared() const
{
    auto runs = chosen();
    const QString baseline = m_workspace->settings().baseline();
    const auto is = [&baseline](const RunRecord &run) { return run.id == baseline; };
    const auto &all = m_model.records();
    const auto pinned = std::find_if(all.begin(), all.end(), is);
    if (pinned != all.end() && std::none_of(runs.begin(), runs.end(), is))
        runs.insert(runs.begin(), *pinned);
    return runs;
}

void RunsPage::compareChosen()
{
    const auto runs = compared();
    if (runs.size() < 2)
        return m_message->show(MessageCard::Kind::Info, tr("Select several runs to compare: Ctrl + click, Shift + ↓."));
    m_message->clear();
    m_parts->setCurrentWidget(m_comparison);
    m_comparison->compare(runs, m_workspace->settings().baseline());
    m_comparison->setFocus();
}

void RunsPage::pinSelected(bool pinned)
{
    if (const RunRecord *record = selected())
        m_workspace->settings().setBaseline(pinned ? record->id : QString());
    refresh();
}

void RunsPage::chooseReport()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save a report"), QStringLiteral("report.html"), tr("Pages (%1)").arg(QStringLiteral("*.html")));
    if (!path.isEmpty())
        saveReport(path);
}

void RunsPage::saveReport(const QString &path)
{
    const auto runs = chosen();
    QtConcurrent::run(&m_reports, [runs, path, leave = m_leave.get_token()] {
        return motley::saveReport(runs, runs.size() > 1 ? 0 : -1, path, leave);
    }).then(this, [this, path](const Result<void> &saved) {
        if (saved)
            m_message->show(MessageCard::Kind::Info, tr("The report is in %1.").arg(leftToRight(path)));
        else
            m_message->show(saved.error());
    });
}

void RunsPage::openSelected()
{
    const RunRecord *record = selected();
    if (record && m_workspace->open(record->id))
        Q_EMIT opened();
}

void RunsPage::addKey(const QKeySequence &key, void (RunsPage::*act)())
{
    auto *shortcut = new QShortcut(key, m_table);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, act);
}

QMenu *RunsPage::makeMenu()
{
    auto *menu = new QMenu(this);
    menu->addAction(tr("New run like this one"), this, [this] {
        if (const RunRecord *record = selected())
            Q_EMIT likeRequested(*record);
    });
    auto *rename = menu->addAction(tr("Rename…"), this, &RunsPage::renameSelected);
    rename->setShortcut(Qt::Key_F2); // for the menu to say it; the table has the key
    rename->setShortcutContext(Qt::WidgetShortcut);
    auto *annotate = menu->addAction(tr("Note and tags…"), this, &RunsPage::annotateSelected);
    annotate->setShortcut(Qt::Key_F4); // for the menu to say it; the table has the key
    annotate->setShortcutContext(Qt::WidgetShortcut);
    auto *trying = menu->addAction(tr("Try the model…"), this, [this] { TryDialog::open(*selected(), this); });
    connect(menu, &QMenu::aboutToShow, this,
        [this, trying] { trying->setEnabled(selected() && TryDialog::canTry(*selected())); });
    menu->addAction(tr("Save a report…"), this, &RunsPage::chooseReport);
    m_pin = menu->addAction(tr("Baseline of comparisons"), this, &RunsPage::pinSelected);
    m_pin->setCheckable(true);
    m_close = menu->addAction(tr("Close"), this, &RunsPage::closeSelected);
    return menu;
}

void RunsPage::renameSelected()
{
    const RunRecord *record = selected();
    if (!record)
        return;
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("renameRunDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename the run"));
    dialog->setLabelText(tr("Name"));
    dialog->setTextValue(record->name);
    dialog->setOkButtonText(tr("Rename"));
    dialog->setCancelButtonText(tr("Cancel"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id = record->id](const QString &text) {
        const QString name = text.simplified();
        const auto renamed = name.isEmpty() ? Result<void>() : m_workspace->history().rename(id, name);
        if (!renamed)
            m_message->show(renamed.error());
    });
    dialog->open();
}

void RunsPage::annotateSelected()
{
    if (const RunRecord *record = selected())
        (new AnnotationDialog(&m_workspace->history(), *record, m_model.tags(), this))->open();
}

void RunsPage::closeSelected()
{
    const RunRecord *record = selected();
    if (OpenRun *open = record ? m_workspace->find(record->id) : nullptr)
        m_workspace->close(open);
    refresh();
}

QString RunsPage::whyNotRemoved(const RunRecord &run) const
{
    if (run.outcome == RunRecord::Outcome::Preparing)
        return tr("%1 is being prepared: cancel it before you remove it.").arg(plainText(run.name, 60));
    return run.isActive() ? tr("%1 still trains: stop it before you remove it.").arg(plainText(run.name, 60))
                          : QString();
}

void RunsPage::removeSelected()
{
    const RunRecord *record = selected();
    if (!record)
        return;
    if (const QString why = whyNotRemoved(*record); !why.isEmpty())
        return m_message->show(MessageCard::Kind::Info, why);
    remove(RunRecord(*record));
}

// A run that is open is closed: there is nothing to show of it then.
void RunsPage::remove(const RunRecord &run)
{
    const auto all = m_workspace->history().all();
    QStringList orphans;
    for (const RunRecord &other : all ? runsThatNeed(run, *all) : std::vector<RunRecord>())
        orphans << runStarted(other.name, other.started);
    const QString loss = removalLoss(orphans);
    QStringList consequences{removalConsequence()};
    if (const auto size = m_model.sizeOf(run))
        consequences << removalGain(*size);
    consequences << tr("For ten seconds this can be undone.");
    ask(this,
        {QStringLiteral("removeRunQuestion"), removalQuestion(run.name, run.started),
            joinSentences(consequences) + (loss.isEmpty() ? QString() : QStringLiteral("\n\n") + loss), tr("Remove")},
        [this, run] {
            if (OpenRun *open = m_workspace->find(run.id))
                m_workspace->close(open);
            m_workspace->removal().removeRun(run);
        });
}

void RunsPage::refreshTags()
{
    const QStringList tags = m_model.tags();
    if (!tags.contains(m_sorted.tag()))
        m_sorted.setTag({});
    QStringList offered;
    for (int i = 1; i < m_tag->count(); ++i)
        offered << m_tag->itemData(i).toString();
    if (offered != tags || m_tag->count() == 0) {
        m_tag->clear();
        m_tag->addItem(tr("All tags"), QString());
        for (const QString &tag : tags)
            m_tag->addItem(plainText(tag), tag);
    }
    m_tag->setCurrentIndex(m_tag->findData(m_sorted.tag()));
    m_tag->setVisible(!tags.isEmpty());
    bool hasNotes = false;
    for (int row = 0; row < m_model.rowCount(); ++row)
        hasNotes = hasNotes || !m_model.recordAt(row).annotation.note.isEmpty();
    m_table->setColumnHidden(RunsModel::Tags, tags.isEmpty());
    m_table->setColumnHidden(RunsModel::Note, !hasNotes);
}

// A run that is over may have got its model or lost its checkpoints while another page was shown.
void RunsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_model.setShown(true);
    m_sizes.lookAgain(m_model.records());
}

void RunsPage::selectAgain()
{
    refreshTags();
    if (isVisible())
        m_sizes.look(m_model.records());
    for (int row = 0; row < m_model.rowCount() && !m_selected.isEmpty(); ++row)
        if (m_model.recordAt(row).id == m_selected)
            m_table->setCurrentIndex(m_sorted.mapFromSource(m_model.index(row, 0)));
    for (int row = 0; row < m_sorted.rowCount(); ++row) {
        const QModelIndex index = m_sorted.index(row, 0);
        if (m_chosen.contains(m_model.recordAt(m_sorted.mapToSource(index).row()).id))
            m_table->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    refresh();
}

void RunsPage::refresh()
{
    const bool isEmpty = m_model.rowCount() == 0;
    m_stack->setCurrentIndex(isEmpty ? 1 : 0);
    for (auto *button : {m_open, m_more, m_remove, m_compare}) // one thing to do stands out on a page
        button->setVisible(!isEmpty);
    if (m_model.error())
        m_message->show(*m_model.error());
    const RunRecord *record = selected();
    if (record && std::exchange(m_selected, record->id) != record->id)
        m_message->clear(); // what it said was of another run
    const OpenRun *open = record ? m_workspace->find(record->id) : nullptr;
    m_open->setEnabled(record != nullptr);
    m_compare->setEnabled(compared().size() > 1);
    m_pin->setChecked(record && record->id == m_workspace->settings().baseline());
    m_more->setEnabled(record != nullptr);
    m_close->setEnabled(open && !open->isPreparing());
    const QString why = record ? whyNotRemoved(*record) : QString();
    m_remove->setEnabled(record && why.isEmpty());
    m_remove->setToolTip(plainToolTip(why));
}

} // namespace motley
