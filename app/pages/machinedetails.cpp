#include "app/pages/machinedetails.h"

#include "app/models/hostwords.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "app/words/termswords.h"
#include "remote/session/machinename.h"

#include <QDateTime>
#include <QGridLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

struct Fact {
    QString name;
    QString value;
};

QString interfaceLine(const InterfaceReport &interface)
{
    QStringList addresses;
    for (const auto &address : interface.addresses)
        addresses << plainText(address, 60);
    if (interface.megabitsPerSecond)
        addresses << unbroken(MachineDetails::tr("%1 Mbit/s").arg(formatCount(*interface.megabitsPerSecond)));
    return plainText(interface.name, 40) + QStringLiteral(": ") + addresses.join(QStringLiteral(", "));
}

QString interfacesText(const ProbeReport &report)
{
    QStringList lines;
    for (const auto &interface : report.interfaces)
        if (interface.up && !interface.loopback && !interface.addresses.empty())
            lines << interfaceLine(interface);
    return lines.isEmpty() ? notKnown() : lines.join(QLatin1Char('\n'));
}

QString processorText(const ProbeReport &report)
{
    QString text = MachineDetails::tr("%Ln processor(s)", nullptr, report.cpuCount);
    if (report.cpuQuota)
        text = MachineDetails::tr("%1, limited to the time of %2").arg(text, formatNumber(*report.cpuQuota, 3));
    return text;
}

QString clockText(const ProbeReport &report)
{
    if (!report.clockOffsetSeconds)
        return notKnown();
    const double offset = *report.clockOffsetSeconds;
    if (std::abs(offset) < 1)
        return MachineDetails::tr("Agrees with this computer");
    return offset > 0 ? MachineDetails::tr("%1 ahead of this computer").arg(formatDuration(offset))
                      : MachineDetails::tr("%1 behind this computer").arg(formatDuration(-offset));
}

QString foldersText(const Machine &machine)
{
    QStringList lines;
    for (const SharedFolder &folder : machine.sharedFolders)
        lines << plainText(toText(folder), 200);
    return lines.join(QLatin1Char('\n'));
}

// Whose processes are on the GPUs, by the names of these.
QString gpuUsersText(const Host &host)
{
    QStringList lines;
    for (const GpuReport &gpu : host.report()->gpus)
        if (const QString uses = gpuUsesText(host, gpu.uuid); !uses.isEmpty())
            lines << plainText(gpu.name, 60) << uses;
    return lines.join(QLatin1Char('\n'));
}

std::vector<Fact> factsOf(const Host &host)
{
    const ProbeReport &report = *host.report();
    const Machine &machine = host.machine();
    std::vector<Fact> facts{
        {MachineDetails::tr("System"), plainText(report.operatingSystem, 120)},
        {MachineDetails::tr("Kernel"), plainText(report.kernel + " " + report.architecture, 120)},
        {MachineDetails::tr("C library"),
            report.glibc ? QStringLiteral("glibc ") + plainText(*report.glibc, 20) : MachineDetails::tr("not glibc")},
        {MachineDetails::tr("Processor"), plainText(report.cpuModel, 120)},
        {MachineDetails::tr("May use"), processorText(report)},
        {MachineDetails::tr("Host name"), plainText(report.hostName, 120)},
        {MachineDetails::tr("Network"), interfacesText(report)},
        {MachineDetails::tr("Files go to"), plainText(report.installRoot, 200)},
        {MachineDetails::tr("Free there"), formatBytes(report.diskFreeBytes)},
    };
    if (machine.kind == Machine::Kind::Ssh)
        facts.push_back({MachineDetails::tr("Clock"), clockText(report)});
    if (const QString users = gpuUsersText(host); !users.isEmpty())
        facts.push_back({MachineDetails::tr("On its GPUs"), users});
    if (!machine.sharedFolders.empty())
        facts.push_back({MachineDetails::tr("Data already there"), foldersText(machine)});
    if (!(machine.terms == MachineTerms()))
        facts.push_back({MachineDetails::tr("Terms"), termsWords(machine.terms)});
    return facts;
}

} // namespace

MachineDetails::MachineDetails(QWidget *parent)
    : QFrame(parent), m_stack(new QStackedWidget), m_name(new ElidedLabel("heading")),
      m_address(new ElidedLabel("muted")), m_stateIcon(new QLabel), m_state(makeLabel({}, "body")),
      m_seen(new ElidedLabel("muted")),
      m_files(makeButton(tr("Files"), QStringLiteral("data"), QStringLiteral("deployedFiles"))),
      m_folders(makeButton(tr("Data folders"), QStringLiteral("folder"), QStringLiteral("sharedFolders"))),
      m_terms(makeButton(tr("Terms"), QStringLiteral("info"), QStringLiteral("machineTerms"))),
      m_again(makeButton(tr("Ask again"), QStringLiteral("refresh"), QStringLiteral("askAgain"))),
      m_cancel(makeButton(tr("Cancel"), QStringLiteral("stop"), QStringLiteral("cancelProbe"))),
      m_message(new MessageCard), m_scroll(new QScrollArea), m_factsHolder(new QWidget),
      m_facts(new QGridLayout(m_factsHolder))
{
    setObjectName(QStringLiteral("machineDetails"));
    m_seen->setObjectName(QStringLiteral("lastSeen"));
    setProperty("card", true);
    setMinimumHeight(190);

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_name);
    head->addWidget(m_address);
    head->addWidget(m_seen, 1); // all the room that is left, so that its words move nothing
    head->addWidget(m_stateIcon);
    head->addWidget(m_state);
    head->addSpacing(8);
    head->addWidget(m_files);
    head->addWidget(m_folders);
    head->addWidget(m_terms);
    head->addWidget(m_again);
    head->addWidget(m_cancel);

    m_factsHolder->setObjectName(QStringLiteral("scrolled"));
    m_facts->setContentsMargins(0, 0, 0, 0);
    m_facts->setHorizontalSpacing(18);
    m_facts->setVerticalSpacing(6);
    m_scroll->setWidget(m_factsHolder);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);

    auto *known = new QWidget;
    auto *layout = new QVBoxLayout(known);
    layout->setContentsMargins(cardMargin, 12, cardMargin, 12);
    layout->setSpacing(10);
    layout->addLayout(head);
    layout->addWidget(makeLine());
    layout->addWidget(m_message);
    layout->addWidget(m_scroll, 1);
    m_stack->addWidget(known);
    m_stack->addWidget(new EmptyState(QStringLiteral("server"), tr("No machine is selected"),
        tr("Select a machine above to see its system, its disk and its network.")));
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(m_files, &QPushButton::clicked, this, &MachineDetails::filesRequested);
    connect(m_folders, &QPushButton::clicked, this, &MachineDetails::foldersRequested);
    connect(m_terms, &QPushButton::clicked, this, &MachineDetails::termsRequested);
    connect(m_again, &QPushButton::clicked, this, &MachineDetails::refreshRequested);
    connect(m_cancel, &QPushButton::clicked, this, &MachineDetails::cancelRequested);
    showHost(nullptr);
}

void MachineDetails::showHost(Host *host, const QString &remark)
{
    m_stack->setCurrentIndex(host ? 0 : 1);
    setProperty("paletteGroup", host ? host->displayName() : QString()); // whose terms they are
    if (!host)
        return;
    m_name->setText(host->displayName());
    const QString &address = host->machine().destination;
    m_address->setText(address == host->displayName() ? QString() : leftToRight(address));
    m_stateIcon->setPixmap(stateIcon(*host).pixmap(18, 18));
    m_state->setText(stateWord(*host));
    m_seen->setText(host->lastSeen().isValid()
            ? tr("Last seen: %1").arg(formatAge(host->lastSeen(), QDateTime::currentDateTime()))
            : QString());
    const bool asking = host->state() == Host::State::Probing;
    m_files->setVisible(host->state() == Host::State::Ready);
    m_folders->setVisible(host->machine().kind == Machine::Kind::Ssh);
    m_again->setVisible(!asking);
    m_cancel->setVisible(asking);

    clearFacts();
    m_scroll->setVerticalScrollBarPolicy(host->report() ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    if (host->report())
        showReport(*host);
    const QString gpuProblem = host->report() ? gpuProblemSentence(*host->report()) : QString();
    if (host->needsUser())
        m_message->show(MessageCard::Kind::Warning,
            tr("%1 asks a question before it lets you log in, for instance for a password. \u201c%2\u201d shows it.")
                .arg(host->displayName(), m_again->text()),
            QString::fromStdString(host->error()->message));
    else if (host->state() == Host::State::Failed && host->error())
        m_message->show(*host->error());
    else if (asking && !host->report())
        m_message->show(MessageCard::Kind::Info,
            tr("Asking %1 what it is. This takes a few seconds.").arg(insideSentence(host->displayName())));
    else if (!gpuProblem.isEmpty())
        m_message->show(MessageCard::Kind::Warning, gpuProblem, QString::fromStdString(host->report()->gpuDetail));
    else if (!remark.isEmpty())
        m_message->show(MessageCard::Kind::Warning, remark);
    else
        m_message->clear();
}

void MachineDetails::showProblem(const Error &error)
{
    m_message->show(error);
}

int MachineDetails::usefulHeight() const
{
    const int around = height() - m_scroll->viewport()->height();
    return std::max(minimumHeight(), around + m_factsHolder->sizeHint().height());
}

void MachineDetails::showReport(const Host &host)
{
    const auto facts = factsOf(host);
    const int rows = (static_cast<int>(facts.size()) + 1) / 2;
    for (int i = 0; i < static_cast<int>(facts.size()); ++i) {
        const auto &fact = facts[static_cast<std::size_t>(i)];
        const bool mirrored = layoutDirection() == Qt::RightToLeft;
        QString text = fact.value.isEmpty() ? notKnown() : fact.value;
        if (mirrored && text.front().direction() == QChar::DirAN) // its unit follows to the left, as in tables
            text.prepend(QChar(0x200f));
        auto *value = makeLabel(text, "body");
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setWordWrap(true);
        // A path or an amount with a Latin unit runs from left to right, but stands where the other values stand.
        if (mirrored)
            value->setAlignment(Qt::AlignRight | Qt::AlignAbsolute | Qt::AlignTop);
        const int column = i < rows ? 0 : 2;
        m_facts->addWidget(makeLabel(fact.name, "muted"), i % rows, column, Qt::AlignTop);
        m_facts->addWidget(value, i % rows, column + 1, mirrored ? Qt::Alignment() : Qt::AlignTop);
    }
    m_facts->setColumnStretch(1, 1);
    m_facts->setColumnStretch(3, 1);
    m_facts->setRowStretch(rows, 1);
}

void MachineDetails::clearFacts()
{
    while (auto *item = m_facts->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace motley
