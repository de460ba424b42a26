#include "app/pages/links/linksdialog.h"

#include "app/models/runmachinemodel.h"
#include "app/pages/links/linkpicture.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/wholenames.h"
#include "app/words/format.h"

#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace motley {

namespace {

constexpr QSize usualSize(980, 600); // with room for the table's columns

} // namespace

LinksDialog::LinksDialog(Workspace *workspace, QWidget *parent)
    : QDialog(parent), m_workspace(workspace), m_measurement(&workspace->prompter()), m_summary(makeLabel({}, "body")),
      m_stack(new QStackedWidget), m_picture(new LinkPicture), m_words(new ElidedLabel("muted")),
      m_message(new MessageCard), m_measure(makePrimaryButton({}, {}, QStringLiteral("measureLinks")))
{
    setObjectName(QStringLiteral("linksDialog"));
    setWindowTitle(tr("Links between the machines"));
    m_summary->setObjectName(QStringLiteral("linkSummary"));
    m_summary->setWordWrap(true);
    m_words->setObjectName(QStringLiteral("linkWords"));
    m_stack->addWidget(m_picture);
    m_stack->addWidget(makeTable());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeHead());
    layout->addWidget(m_summary);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_words);
    layout->addWidget(m_message);
    layout->addWidget(makeFoot());
    resize(parent ? usualSize.boundedTo(parent->window()->size()) : usualSize);

    connect(m_picture, &LinkPicture::chosenChanged, this, &LinksDialog::showChosen);
    connect(&workspace->fleet(), &Fleet::listChanged, this, &LinksDialog::showLinks);
    connect(&workspace->fleet(), &Fleet::hostChanged, this, &LinksDialog::showGoing);
    connect(&m_measurement, &LinkMeasurement::progressed, this, [this](const MachineProgress &progress) {
        const QString amount = m_transfers.amount(progress.machine, progress.stage, progress.done, progress.total);
        const QString machine = machineWord(progress.machine.toStdString());
        m_words->setText(plainText(TransferWords::line(machine, amount, stageWords(progress)), 200));
    });
    connect(&m_measurement, &LinkMeasurement::measured, this, &LinksDialog::keep);
    connect(&m_measurement, &LinkMeasurement::failed, this, [this](const Error &error) {
        showGoing();
        m_message->show(error);
    });
    connect(&m_measurement, &LinkMeasurement::cancelled, this, &LinksDialog::showGoing);
    showLinks();
}

QWidget *LinksDialog::makeHead()
{
    auto *asTable = makeToolButton(tr("Show as a table (T)"), QStringLiteral("table"), QStringLiteral("linksAsTable"));
    asTable->setCheckable(true);
    connect(asTable, &QToolButton::toggled, this, [this](bool isTable) {
        m_stack->setCurrentIndex(isTable ? 1 : 0);
        showChosen();
    });
    auto *key = new QShortcut(QKeySequence(Qt::Key_T), this);
    connect(key, &QShortcut::activated, asTable, &QToolButton::toggle);
    auto *head = new QWidget;
    auto *line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(makeLabel(windowTitle(), "title"), 1);
    line->addWidget(asTable);
    return head;
}

QWidget *LinksDialog::makeTable()
{
    auto *sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(&m_model);
    sorted->setSortRole(LinkTable::sortRole);
    auto *table = motley::makeTable(sorted, QStringLiteral("linkTable"), tr("Links between the machines"));
    table->setSortingEnabled(true);
    table->sortByColumn(LinkTable::Speed, Qt::AscendingOrder);
    fitColumns(table, {}, {{LinkTable::From, LinkTable::To, LinkTable::Address}, {}});
    return table;
}

QWidget *LinksDialog::makeFoot()
{
    auto *close = makeButton(tr("Close"), {}, QStringLiteral("closeLinks"));
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_measure, &QPushButton::clicked, this, &LinksDialog::measureOrCancel);
    auto *words
        = makeLabel(tr("Each machine sends something to every other one for a moment. A run that is going on is slower "
                       "meanwhile."),
            "muted");
    words->setWordWrap(true);
    auto *foot = new QWidget;
    auto *line = new QHBoxLayout(foot);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(words, 1);
    line->addWidget(close);
    line->addWidget(m_measure);
    return foot;
}

void LinksDialog::showLinks()
{
    QStringList names;
    QStringList shown;
    for (const auto &host : m_workspace->fleet().hosts()) {
        names << host->machine().name;
        shown << host->displayName();
    }
    m_scene = linkScene(names, shown, LinkStore(linksFile(m_workspace->history().dataFolder())).all());
    m_picture->show(&m_scene);
    m_model.show(&m_scene);
    setSentence(
        m_summary, names.size() < 2 ? tr("Add a second machine to see the link between them.") : linkSummary(m_scene));
    showGoing();
}

void LinksDialog::showGoing()
{
    const bool isGoing = m_measurement.isGoing();
    m_measure->setText(isGoing ? tr("Cancel") : tr("Measure the links"));
    m_measure->setEnabled(isGoing || ready().size() > 1);
    if (!isGoing)
        showChosen();
}

bool LinksDialog::isPicture() const
{
    return m_stack->currentWidget() == m_picture;
}

void LinksDialog::showChosen()
{
    if (const auto chosen = m_picture->chosen(); chosen && isPicture())
        m_words->setText(linkWords(m_scene, chosen->from, chosen->to, QDateTime::currentDateTime()));
    else if (!m_measurement.isGoing())
        m_words->setText(isPicture() ? tr("Point at a link to see all that is known of it.") : QString());
}

void LinksDialog::measureOrCancel()
{
    if (m_measurement.isGoing())
        return m_measurement.cancel();
    m_message->clear();
    m_transfers = {};
    m_measurement.start(ready());
    showGoing();
    m_words->setText(tr("Connecting"));
}

void LinksDialog::keep(const std::vector<CandidateMachine> &machines)
{
    const LinkStore store(linksFile(m_workspace->history().dataFolder()));
    const auto stored = store.store(machines, QDateTime::currentDateTime());
    showLinks();
    if (!stored)
        m_message->show(stored.error());
}

std::vector<Machine> LinksDialog::ready() const
{
    std::vector<Machine> machines;
    for (const auto &host : m_workspace->fleet().hosts())
        if (host->state() == Host::State::Ready)
            machines.push_back(host->machine());
    return machines;
}

} // namespace motley
