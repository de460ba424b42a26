#include "app/dialogs/deployeddialog.h"

#include "app/dialogs/question.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/wholenames.h"
#include "app/words/format.h"
#include "remote/engine/enginelocation.h"
#include "remote/fleet/connect.h"
#include "remote/session/machinename.h"

#include <QDialogButtonBox>
#include <QStandardItemModel>
#include <QtConcurrent>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace motley {

namespace {

enum Column { What, Name, Size, Use, Changed };
constexpr int sortRole = Qt::UserRole;
constexpr int shownDigits = 8; // of the id of an engine

QString kindWord(InstalledItem::Kind kind)
{
    switch (kind) {
    case InstalledItem::Kind::Engine:
        return DeployedDialog::tr("Engine");
    case InstalledItem::Kind::Data:
        return DeployedDialog::tr("Data");
    case InstalledItem::Kind::Model:
        return DeployedDialog::tr("Model");
    case InstalledItem::Kind::Run:
        return DeployedDialog::tr("Run");
    }
    return {};
}

// This computer's own engine is no part of its install root.
std::string engineFor(const Machine &machine)
{
    return machine.kind == Machine::Kind::ThisComputer ? findEngine().value_or(std::string()) : std::string();
}

} // namespace

DeployedDialog::DeployedDialog(
    const Host &host, Prompter *prompter, QHash<QString, QString> runNames, const QString &busy, QWidget *parent)
    : QDialog(parent), m_machine(host.machine()), m_inSentences(insideSentence(plainText(host.displayName(), 80))),
      m_root(m_machine.installRoot.isEmpty() ? host.report()->installRoot : m_machine.installRoot.toStdString()),
      m_prompter(prompter), m_runNames(std::move(runNames)), m_mayRemove(busy.isEmpty()),
      m_summary(makeLabel({}, "body")), m_model(new QStandardItemModel(this)), m_message(new MessageCard),
      m_remove(makeButton(tr("Remove what is not needed"), QStringLiteral("remove"), QStringLiteral("removeUnused")))
{
    setObjectName(QStringLiteral("deployedDialog"));
    setWindowTitle(tr("Files of Motley on %1").arg(m_inSentences));
    m_summary->setObjectName(QStringLiteral("deployedSummary"));
    m_summary->setWordWrap(true);
    auto *folder = makeLabel(leftToRight(plainText(m_root, 200)), "muted");
    folder->setWordWrap(true);
    m_model->setHorizontalHeaderLabels({tr("What"), tr("Name"), tr("Size"), tr("Needed"), tr("Last change")});
    m_model->setSortRole(sortRole);
    auto *table = makeTable(m_model, QStringLiteral("deployedTable"), tr("Files of Motley on this machine"));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSortingEnabled(true);
    table->sortByColumn(Size, Qt::DescendingOrder);
    fitColumns(table, {}, {{Name, What}, {}});
    m_remove->setToolTip(busy);
    m_remove->setEnabled(false);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(m_remove, QDialogButtonBox::ActionRole);
    buttons->addButton(makeButton(tr("Close"), {}, QStringLiteral("closeDeployed")), QDialogButtonBox::RejectRole);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeLabel(windowTitle(), "title"));
    layout->addWidget(folder);
    layout->addWidget(m_summary);
    layout->addWidget(table, 1);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    resize(680, 460);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_remove, &QPushButton::clicked, this, &DeployedDialog::askToRemove);
    m_queue.setMaxThreadCount(1);
    begin(Work::Look);
}

DeployedDialog::~DeployedDialog()
{
    m_stop.request_stop();
    m_queue.waitForDone();
}

void DeployedDialog::begin(Work work)
{
    m_remove->setEnabled(false);
    m_message->clear();
    setSentence(m_summary,
        work == Work::Look ? tr("Asking %1 what it holds.").arg(m_inSentences)
                           : tr("Removing what is not needed on %1.").arg(m_inSentences));
    m_before = work == Work::Remove ? std::optional(m_bytes) : std::nullopt;
    QtConcurrent::run(&m_queue,
        [machine = m_machine, root = m_root, prompter = m_prompter, work,
            stop = m_stop.get_token()]() -> Result<Installation> {
            const auto session = connectTo(machine, *prompter, stop);
            if (!session)
                return tl::unexpected<Error>(session.error());
            if (work == Work::Remove)
                if (const auto removed = removeUnused(**session, root, engineFor(machine), stop); !removed)
                    return tl::unexpected(removed.error());
            return inspectInstallation(**session, root, stop);
        })
        .then(this, [this](const Result<Installation> &found) { show(found); });
}

void DeployedDialog::show(const Result<Installation> &found)
{
    if (!found) {
        setSentence(m_summary, tr("What %1 holds is not known.").arg(m_inSentences));
        m_message->show(found.error());
        return;
    }
    m_bytes = found->bytes;
    m_model->removeRows(0, m_model->rowCount());
    for (const InstalledItem &item : found->items)
        addRow(item);
    QStringList sentences;
    if (m_before)
        sentences << tr("%1 were freed.").arg(formatBytes(std::max<std::int64_t>(0, *m_before - m_bytes)));
    if (found->items.empty())
        sentences << tr("Nothing of Motley is there.");
    else
        sentences << tr("All of it takes %1, and %2 are free. Equal files take their space once.")
                         .arg(formatBytes(m_bytes), formatBytes(found->freeBytes));
    setSentence(m_summary, joinSentences(sentences));
    m_remove->setEnabled(m_mayRemove && !found->items.empty());
}

QString DeployedDialog::nameOf(const InstalledItem &item) const
{
    const QString id = QString::fromStdString(item.id);
    if (item.kind == InstalledItem::Kind::Engine)
        return leftToRight(id.left(shownDigits));
    if (item.kind != InstalledItem::Kind::Run)
        return leftToRight(plainText(item.name, 120));
    for (auto run = m_runNames.cbegin(); run != m_runNames.cend(); ++run)
        if (id == run.key() || id.startsWith(run.key() + QLatin1Char('-')))
            return plainText(run.value(), 120);
    return leftToRight(plainText(id, 120));
}

void DeployedDialog::addRow(const InstalledItem &item)
{
    const auto cell = [](const QString &text, const QVariant &value) {
        auto *made = new QStandardItem(text);
        made->setData(value, sortRole);
        return made;
    };
    const QString name = nameOf(item);
    const QString use = item.isUsed ? tr("by a run that goes on") : QString();
    auto *size = cell(formatBytes(item.bytes), qlonglong(item.bytes));
    size->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    m_model->appendRow({cell(kindWord(item.kind), int(item.kind)), cell(name, name), size, cell(use, use),
        cell(item.changed.isValid() ? formatAge(item.changed, QDateTime::currentDateTime()) : notKnown(),
            item.changed)});
}

void DeployedDialog::askToRemove()
{
    ask(this,
        {QStringLiteral("removeUnusedQuestion"), tr("Remove what is not needed on %1?").arg(m_inSentences),
            tr("Data and models that no run uses, all engines but the two newest, and runs that have ended and whose "
               "results are on the computer that started them. The next run sends again what it needs."),
            tr("Remove")},
        [this] { begin(Work::Remove); });
}

} // namespace motley
