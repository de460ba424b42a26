#include "app/pages/machinespage.h"

#include "app/dialogs/addmachinedialog.h"
#include "app/dialogs/deployeddialog.h"
#include "app/dialogs/importsshhostsdialog.h"
#include "app/dialogs/machinetermsdialog.h"
#include "app/dialogs/question.h"
#include "app/dialogs/sharedfoldersdialog.h"
#include "app/models/hostwords.h"
#include "app/pages/links/linksdialog.h"
#include "app/pages/machinecolumns.h"
#include "app/pages/machinedetails.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/flowlayout.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr int lookMilliseconds = 30'000;
constexpr int fewMachines = 8; // which are found without a filter
constexpr int filterWidth = 160; // pixels
constexpr int leastTable = 120;

// Name, address, state, system and devices of a machine.
QString wordsOf(const Host &host)
{
    QStringList words{host.displayName(), host.machine().destination, stateWord(host)};
    if (const auto &report = host.report()) {
        words << QString::fromStdString(report->operatingSystem) << QString::fromStdString(report->cpuModel);
        for (const GpuReport &gpu : report->gpus)
            words << QString::fromStdString(gpu.name);
    }
    return words.join(QLatin1Char('\n'));
}

} // namespace

MachinesPage::MachinesPage(Workspace *workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_splitter(new QSplitter(Qt::Vertical)), m_tree(new QTreeView),
      m_details(new MachineDetails), m_summary(new ElidedLabel("muted")), m_filter(new QLineEdit),
      m_remove(makeButton(tr("Remove"), QStringLiteral("remove"), QStringLiteral("removeMachine"))),
      m_newRun(makePrimaryButton(tr("New run with these"), {}, QStringLiteral("newRunFromMachines")))
{
    setObjectName(QStringLiteral("page"));
    m_tree->setObjectName(QStringLiteral("machineTree"));
    m_tree->setAccessibleName(tr("Machines and their devices"));
    m_tree->setModel(&workspace->fleetModel());
    m_tree->setUniformRowHeights(true);
    m_tree->setIconSize({18, 18});
    m_tree->setAllColumnsShowFocus(true);
    m_tree->expandAll();
    new MachineColumns(m_tree, &workspace->fleetModel());

    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(gap);
    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_details);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isDividedByHand = true; });

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 20, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeToolBar());
    layout->addWidget(m_splitter, 1);

    auto &model = workspace->fleetModel();
    connect(m_filter, &QLineEdit::textChanged, this, &MachinesPage::filter);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_tree->expandAll();
        filter();
        selectAgain();
        divide();
    });
    connect(&Theme::current(), &Theme::changed, this, &MachinesPage::showSelected); // its icon is a picture
    connect(&model, &QAbstractItemModel::rowsInserted, m_tree, &QTreeView::expand);
    connect(&model, &QAbstractItemModel::dataChanged, this, [this] {
        filter();
        showSelected();
        refreshSummary();
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &MachinesPage::showSelected);
    connect(m_details, &MachineDetails::refreshRequested, this, [this] {
        if (Host *host = selected())
            host->refresh();
    });
    connect(m_details, &MachineDetails::cancelRequested, this, [this] {
        if (Host *host = selected())
            host->cancel();
    });
    connect(m_details, &MachineDetails::filesRequested, this, &MachinesPage::showFiles);
    connect(m_details, &MachineDetails::foldersRequested, this, &MachinesPage::editFolders);
    connect(m_details, &MachineDetails::termsRequested, this, &MachinesPage::editTerms);
    connect(m_newRun, &QPushButton::clicked, this, &MachinesPage::newRunRequested);
    auto *removal = new QShortcut(QKeySequence::Delete, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(removal, &QShortcut::activated, this, &MachinesPage::removeSelected);

    m_looks.setObjectName(QStringLiteral("machineLooks"));
    connect(&m_looks, &QTimer::timeout, this, &MachinesPage::lookAtAll);
    m_looks.start(lookMilliseconds);
    m_tree->setCurrentIndex(model.index(0, 0));
    filter();
    showSelected();
    refreshSummary();
}

// Only while somebody sees the answers. This computer's memory changes too.
void MachinesPage::lookAtAll()
{
    if (!isVisible() || window()->isMinimized())
        return;
    for (const auto &host : m_workspace->fleet().hosts())
        host->lookAgain();
    m_workspace->fleetModel().agesChanged();
}

// The details get what they need, and the table the rest, unless the user has chosen otherwise. Where there is too
// little for both, the rows of the table come first. A machine that was not asked yet has a device that is not known.
void MachinesPage::divide()
{
    if (m_isDividedByHand || !isVisible())
        return;
    const QAbstractItemModel &model = *m_tree->model();
    int rows = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        if (!m_tree->isRowHidden(row, {}))
            rows += 1 + std::max(1, model.rowCount(model.index(row, 0)));
    const int rowHeight = m_tree->sizeHintForIndex(model.index(0, 0)).height();
    const int needed = m_tree->header()->height() + rows * rowHeight + 2 * m_tree->frameWidth() + gap;
    const int whole = m_splitter->height() - m_splitter->handleWidth();
    const int most = std::max(leastTable, whole * 3 / 5); // a message about another machine needs room too
    const int table = std::max(std::clamp(needed, leastTable, most), std::min(whole - m_details->usefulHeight(), most));
    m_splitter->setSizes({table, whole - table});
}

void MachinesPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    QMetaObject::invokeMethod(this, &MachinesPage::divide, Qt::QueuedConnection); // once it has its size
}

void MachinesPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    divide();
}

QWidget *MachinesPage::makeToolBar()
{
    auto *bar = new QWidget;
    auto *layout = new QVBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(makeLabel(tr("Machines"), "title"), 0, Qt::AlignTop);
    auto *buttons = new FlowLayout(8, 8, Qt::AlignTrailing);
    line->addLayout(buttons, 1);
    layout->addLayout(line);
    // Not beside the buttons above: long words of a language would push them into two lines.
    auto *below = new QHBoxLayout;
    below->setSpacing(8);
    below->addWidget(m_summary, 1);
    m_filter->setObjectName(QStringLiteral("machineFilter"));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Show only machines with these words"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(filterWidth);
    below->addWidget(m_filter);
    layout->addLayout(below);

    auto *links = makeButton(tr("Links"), QStringLiteral("network"), QStringLiteral("showLinks"));
    auto *refresh = makeButton(tr("Refresh"), QStringLiteral("refresh"), QStringLiteral("refreshMachines"));
    auto *import = makeButton(tr("Import from SSH"), QStringLiteral("import"), QStringLiteral("importMachines"));
    auto *add = makeButton(tr("Add machine"), QStringLiteral("add"), QStringLiteral("addMachine"));
    refresh->setShortcut(QKeySequence::Refresh);
    add->setShortcut(QKeySequence::New);
    for (QWidget *button : std::initializer_list<QWidget *>{m_remove, links, refresh, import, add, m_newRun})
        buttons->addWidget(button);
    connect(links, &QPushButton::clicked, this, &MachinesPage::showLinks);
    connect(refresh, &QPushButton::clicked, this, &MachinesPage::refreshAll);
    connect(import, &QPushButton::clicked, this, &MachinesPage::importMachines);
    connect(add, &QPushButton::clicked, this, &MachinesPage::addMachine);
    connect(m_remove, &QPushButton::clicked, this, &MachinesPage::removeSelected);
    return bar;
}

void MachinesPage::addMachine()
{
    auto *dialog = new AddMachineDialog(&m_workspace->fleet(), &m_workspace->prompter(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MachinesPage::importMachines()
{
    auto *dialog = new ImportSshHostsDialog(&m_workspace->fleet(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

// While a run is prepared there, what it was sent seems to be needed by nothing.
void MachinesPage::showFiles()
{
    const Host *host = selected();
    if (!host || !host->report())
        return;
    QHash<QString, QString> names;
    for (const RunRecord &run : m_workspace->history().all().value_or(std::vector<RunRecord>()))
        names.insert(run.id, run.name);
    const QStringList runs = m_workspace->runsOn(host->machine().name);
    const QString busy = runs.isEmpty()
        ? QString()
        : tr("%1 trains %2. Wait until that is over.").arg(host->displayName(), formatList(runs));
    auto *dialog = new DeployedDialog(*host, &m_workspace->prompter(), names, busy, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MachinesPage::editFolders()
{
    const Host *host = selected();
    if (!host)
        return;
    auto *dialog = new SharedFoldersDialog(&m_workspace->fleet(), host->machine(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MachinesPage::editTerms()
{
    const Host *host = selected();
    if (!host)
        return;
    auto *dialog = new MachineTermsDialog(&m_workspace->fleet(), *host, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MachinesPage::showLinks()
{
    auto *dialog = new LinksDialog(m_workspace, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MachinesPage::refreshAll()
{
    for (const auto &host : m_workspace->fleet().hosts())
        host->refresh();
}

void MachinesPage::removeSelected()
{
    const Host *host = selected();
    if (!host || host->machine().kind == Machine::Kind::ThisComputer)
        return;
    const QString name = host->machine().name;
    ask(this,
        {QStringLiteral("removeQuestion"), tr("Remove %1?").arg(name),
            tr("Motley forgets %1. Nothing is changed on the machine itself, and runs on it go on.").arg(name),
            tr("Remove")},
        [this, name] {
            if (const auto removed = m_workspace->removal().removeMachine(name); !removed)
                m_details->showProblem(removed.error());
        });
}

// Rows stay where they are, so what is selected and ticked does too.
void MachinesPage::filter()
{
    const auto &hosts = m_workspace->fleet().hosts();
    m_filter->setVisible(hosts.size() > fewMachines || !m_filter->text().isEmpty());
    const QStringList wanted = m_filter->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int row = 0; row < m_tree->model()->rowCount() && row < int(hosts.size()); ++row) {
        const QString words = wanted.isEmpty() ? QString() : wordsOf(*hosts[std::size_t(row)]);
        const bool isWanted = std::all_of(wanted.begin(), wanted.end(),
            [&](const QString &word) { return words.contains(word, Qt::CaseInsensitive); });
        m_tree->setRowHidden(row, {}, !isWanted);
    }
}

Host *MachinesPage::selected() const
{
    return m_workspace->fleetModel().hostAt(m_tree->currentIndex());
}

void MachinesPage::selectAgain()
{
    const auto &hosts = m_workspace->fleet().hosts();
    const auto found = std::find_if(
        hosts.begin(), hosts.end(), [this](const auto &host) { return host->machine().name == m_selected; });
    const auto row = found == hosts.end() ? 0 : static_cast<int>(found - hosts.begin());
    m_tree->setCurrentIndex(m_workspace->fleetModel().index(row, 0));
    showSelected();
}

void MachinesPage::showSelected()
{
    Host *host = selected();
    if (host)
        m_selected = host->machine().name;
    m_remove->setEnabled(host && host->machine().kind != Machine::Kind::ThisComputer);
    m_details->showHost(host, host ? sharedHardwareSentence(m_workspace->fleet(), *host) : QString());
}

void MachinesPage::refreshSummary()
{
    int machines = 0;
    int devices = 0;
    bool isOneReady = false;
    for (const auto &host : m_workspace->fleet().hosts()) {
        isOneReady = isOneReady || host->state() == Host::State::Ready;
        const auto ticked = m_workspace->fleetModel().tickedDevicesOf(*host).size();
        machines += ticked > 0;
        devices += static_cast<int>(ticked);
    }
    m_newRun->setEnabled(devices > 0);
    if (devices > 0)
        m_summary->setText(tr("%1 on %2 will train.")
                               .arg(tr("%Ln device(s)", nullptr, devices), tr("%Ln machine(s)", nullptr, machines)));
    else if (isOneReady)
        m_summary->setText(tr("Tick the machines that shall train together."));
    else
        m_summary->setText(tr("No machine is ready yet. \u201c%1\u201d asks all of them.").arg(tr("Refresh")));
}

} // namespace motley
