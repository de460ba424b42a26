#include "app/dialogs/addmachinedialog.h"

#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "remote/session/sentence.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QRegularExpression>
#include <QTime>
#include <QVBoxLayout>

namespace motley {

QString suggestedName(const QString &address)
{
    QString host = address.trimmed();
    if (host.startsWith(QLatin1String("ssh://")))
        host = host.mid(6);
    host = host.section(QLatin1Char('@'), -1).section(QLatin1Char('/'), 0, 0);
    static const QRegularExpression ipv6(QStringLiteral("^\\[?([0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.]*)"));
    if (const auto match = ipv6.match(host); match.hasMatch())
        return QStringLiteral("ip") + match.captured(1).replace(QLatin1Char(':'), QLatin1Char('-'));
    host = host.section(QLatin1Char(':'), 0, 0);
    static const QRegularExpression ipv4(QStringLiteral("^[0-9.]+$"));
    return ipv4.match(host).hasMatch() ? host : host.section(QLatin1Char('.'), 0, 0);
}

AddMachineDialog::AddMachineDialog(Fleet *fleet, Prompter *prompter, QWidget *parent)
    : QDialog(parent), m_fleet(fleet), m_prompter(prompter), m_address(new QLineEdit), m_name(new QLineEdit),
      m_transcript(new QPlainTextEdit), m_progress(new QProgressBar),
      m_test(makeButton(tr("Test"), QStringLiteral("activity"), QStringLiteral("testMachine"))),
      m_add(makePrimaryButton(tr("Add"), {}, QStringLiteral("acceptMachine"))), m_message(new MessageCard)
{
    setObjectName(QStringLiteral("addMachineDialog"));
    setWindowTitle(tr("Add a machine"));
    m_address->setObjectName(QStringLiteral("address"));
    m_address->setPlaceholderText(QStringLiteral("ada@gpu1.example.org:22"));
    m_address->setLayoutDirection(Qt::LeftToRight);
    m_name->setObjectName(QStringLiteral("name"));
    m_transcript->setObjectName(QStringLiteral("transcript"));
    m_transcript->setReadOnly(true);
    m_transcript->setMaximumBlockCount(500);
    m_transcript->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_transcript->setPlaceholderText(
        tr("Enter an address, then press Test to log in and to see what this machine is."));
    m_transcript->setAccessibleName(tr("What happened so far"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->hide();

    auto *words
        = makeLabel(tr("What you would give to ssh: a name of your SSH configuration, user@host, user@host:port or "
                       "ssh://user@host:port. Nothing has to be installed there."),
            "muted");
    words->setWordWrap(true);
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(10);
    form->addRow(tr("A&ddress"), m_address);
    form->addRow(tr("&Name"), m_name);
    alignLabels(form);

    auto *buttons = new QDialogButtonBox;
    buttons->addButton(m_add, QDialogButtonBox::AcceptRole);
    buttons->addButton(makeButton(tr("Cancel"), {}, QStringLiteral("cancelMachine")), QDialogButtonBox::RejectRole);
    buttons->addButton(m_test, QDialogButtonBox::ActionRole);
    m_add->setDefault(true);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeLabel(windowTitle(), "title"));
    layout->addWidget(words);
    layout->addLayout(form);
    layout->addWidget(m_progress);
    layout->addWidget(m_transcript, 1);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    resize(580, 460);

    connect(m_address, &QLineEdit::textChanged, this, &AddMachineDialog::inputChanged);
    connect(m_name, &QLineEdit::textEdited, this, [this] { m_name->setProperty("typed", true); });
    connect(m_name, &QLineEdit::textChanged, this, &AddMachineDialog::inputChanged);
    connect(m_test, &QPushButton::clicked, this, [this] { m_candidate ? cancelTest() : test(); });
    connect(m_add, &QPushButton::clicked, this, &AddMachineDialog::add);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    inputChanged();
    m_address->setFocus();
}

AddMachineDialog::~AddMachineDialog() = default;

Machine AddMachineDialog::machine() const
{
    return {Machine::Kind::Ssh, m_name->text().trimmed(), m_address->text().trimmed(), {}};
}

void AddMachineDialog::inputChanged()
{
    if (!m_name->property("typed").toBool())
        m_name->setText(suggestedName(m_address->text()));
    const bool complete = !machine().destination.isEmpty() && !machine().name.isEmpty();
    m_add->setEnabled(complete);
    m_test->setEnabled(complete);
    m_message->clear();
}

void AddMachineDialog::test()
{
    m_transcript->clear();
    m_message->clear();
    note(tr("Connecting to %1").arg(leftToRight(machine().destination)));
    m_candidate = std::make_unique<Host>(machine(), m_prompter);
    connect(m_candidate.get(), &Host::changed, this, &AddMachineDialog::testChanged);
    m_candidate->refresh();
    m_test->setText(tr("Cancel the test"));
    m_progress->show();
}

void AddMachineDialog::cancelTest()
{
    m_candidate->cancel();
}

void AddMachineDialog::testChanged()
{
    if (m_candidate->state() == Host::State::Probing)
        return;
    if (m_candidate->state() == Host::State::Ready && m_candidate->report()) {
        const ProbeReport &report = *m_candidate->report();
        note(tr("Logged in; it calls itself %1").arg(leftToRight(plainText(report.hostName, 80))));
        note(plainText(report.operatingSystem, 120));
        note(tr("%Ln processor(s)", nullptr, report.cpuCount));
        for (const GpuReport &gpu : report.gpus)
            note(tr("GPU: %1, %2").arg(plainText(gpu.name, 80), formatBytes(gpu.memoryTotalBytes)));
        if (report.gpus.empty())
            note(tr("No GPU was found; its processors can be used."));
        note(tr("Everything works."));
    } else if (m_candidate->error()) {
        note(plainText(say(*m_candidate->error())));
        m_message->show(*m_candidate->error());
    } else {
        note(tr("Cancelled."));
    }
    m_test->setText(tr("Test"));
    m_progress->hide();
    // Deleted later, as this slot is called by a signal of the candidate.
    m_candidate.release()->deleteLater();
}

void AddMachineDialog::add()
{
    const auto added = m_fleet->add(machine());
    if (!added) {
        m_message->show(added.error());
        return;
    }
    (*added)->refresh();
    accept();
}

void AddMachineDialog::note(const QString &line)
{
    m_transcript->appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + line);
}

} // namespace motley
