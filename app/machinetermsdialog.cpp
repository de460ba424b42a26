#include "app/machinetermsdialog.h"

#include "app/messagecard.h"
#include "app/widgets.h"
#include "app/words/format.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QVBoxLayout>

namespace motley {

namespace {

QDoubleSpinBox *makeBox(const QString &objectName, double value, int decimals, const QString &whatZeroIs)
{
    auto *box = new QDoubleSpinBox;
    box->setObjectName(objectName);
    box->setDecimals(decimals);
    box->setRange(0, largestTerm);
    box->setSpecialValueText(whatZeroIs);
    box->setValue(value);
    return box;
}

} // namespace

MachineTermsDialog::MachineTermsDialog(Fleet *fleet, const Host &host, QWidget *parent)
    : QDialog(parent), m_fleet(fleet), m_machine(host.machine().name),
      m_price(makeBox(QStringLiteral("pricePerHour"), host.machine().terms.pricePerHour, 4, tr("Nothing"))),
      m_taken(makeBox(QStringLiteral("hoursUntilTaken"), host.machine().terms.hoursUntilTaken, 2, tr("It stays"))),
      m_replace(makeBox(QStringLiteral("replaceMinutes"), host.machine().terms.replaceMinutes, 1, tr("At once"))),
      m_message(new MessageCard)
{
    setObjectName(QStringLiteral("machineTermsDialog"));
    setWindowTitle(tr("Terms of %1").arg(plainText(host.displayName(), 80)));
    auto *words = makeLabel(
        tr("Forecasts reckon with these: what a run costs, and how often it is set back by machines that go."),
        "muted");
    words->setWordWrap(true);
    auto *fields = new QFormLayout;
    fields->setSpacing(gap);
    fields->addRow(tr("Price of an hour"), m_price);
    fields->addRow(tr("Hours until it is taken away, on average"), m_taken);
    fields->addRow(tr("Minutes until there is another"), m_replace);

    auto *save = makePrimaryButton(tr("Save"), {}, QStringLiteral("saveTerms"));
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(save, QDialogButtonBox::AcceptRole);
    buttons->addButton(makeButton(tr("Cancel"), {}, QStringLiteral("cancelTerms")), QDialogButtonBox::RejectRole);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeLabel(windowTitle(), "title"));
    layout->addWidget(words);
    layout->addLayout(fields);
    layout->addStretch();
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    resize(520, 280);

    connect(save, &QPushButton::clicked, this, &MachineTermsDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void MachineTermsDialog::save()
{
    const MachineTerms terms{m_price->value(), m_taken->value(), m_replace->value()};
    if (const auto set = m_fleet->setTerms(m_machine, terms); !set)
        m_message->show(set.error());
    else
        accept();
}

} // namespace motley
