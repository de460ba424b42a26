#include "app/dialogs/machinetermsdialog.h"

#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/realspinbox.h"
#include "app/words/format.h"
#include "remote/fleet/lifetimetext.h"
#include "remote/session/machinename.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

QDoubleSpinBox *makeBox(const QString &objectName, double value, const QString &whatZeroIs)
{
    auto *box = new RealSpinBox;
    box->setObjectName(objectName);
    box->setRange(0, largestTerm);
    box->setSpecialValueText(whatZeroIs);
    box->setValue(value);
    return box;
}

} // namespace

MachineTermsDialog::MachineTermsDialog(Fleet *fleet, const Host &host, QWidget *parent)
    : QDialog(parent), m_fleet(fleet), m_machine(host.machine().name),
      m_price(makeBox(QStringLiteral("pricePerHour"), host.machine().terms.pricePerHour, tr("Nothing"))),
      m_taken(makeBox(QStringLiteral("hoursUntilTaken"), host.machine().terms.hoursUntilTaken, tr("It stays"))),
      m_curve(new QLineEdit(toText(host.machine().terms.lifetime))),
      m_replace(makeBox(QStringLiteral("replaceMinutes"), host.machine().terms.replaceMinutes, tr("At once"))),
      m_comesBack(new QCheckBox(tr("Take it back by itself where a run has lost it"))),
      m_startsAfterRestart(new QCheckBox(tr("After a restart, let it start its part of the run by itself"))),
      m_message(new MessageCard)
{
    setObjectName(QStringLiteral("machineTermsDialog"));
    setWindowTitle(tr("Terms of %1").arg(insideSentence(plainText(host.displayName(), 80))));
    auto *words = makeLabel(
        tr("Forecasts use these: what a run costs, and how often it loses work because machines are taken away."),
        "muted");
    words->setWordWrap(true);
    auto *fields = new QFormLayout;
    fields->setSpacing(gap);
    fields->addRow(tr("Price of an hour"), m_price);
    fields->addRow(tr("Hours until it is taken away, on average"), m_taken);
    fields->addRow(tr("Or the part taken away by each hour"), makeCurveRow());
    auto *example
        = makeLabel(tr("2:0.1 means that a tenth of such machines is taken away within two hours."), "caption");
    example->setWordWrap(true);
    fields->addRow(QString(), example);
    fields->addRow(tr("Minutes until there is another"), m_replace);
    alignLabels(fields);
    m_comesBack->setObjectName(QStringLiteral("comesBack"));
    m_comesBack->setChecked(host.machine().terms.comesBack);
    m_startsAfterRestart->setObjectName(QStringLiteral("startsAfterRestart"));
    m_startsAfterRestart->setChecked(host.machine().terms.startsAfterRestart);
    m_startsAfterRestart->setEnabled(m_comesBack->isChecked());
    m_startsAfterRestart->setToolTip(
        tr("Your account on the machine gets an entry in its systemd or crontab, which is removed with the run. So it "
           "takes part again also while this computer is off."));

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
    layout->addWidget(m_comesBack);
    layout->addWidget(m_startsAfterRestart);
    layout->addStretch();
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    const int width = std::max(580, layout->totalMinimumSize().width()); // pixels; labels of some languages are long
    resize(width, std::max(350, layout->totalHeightForWidth(width))); // what it says wraps in some languages

    connect(save, &QPushButton::clicked, this, &MachineTermsDialog::save);
    connect(m_comesBack, &QCheckBox::toggled, m_startsAfterRestart, &QCheckBox::setEnabled);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

// A curve replaces the average lifetime, whose field is then disabled.
QWidget *MachineTermsDialog::makeCurveRow()
{
    m_curve->setObjectName(QStringLiteral("lifetime"));
    m_curve->setLayoutDirection(Qt::LeftToRight);
    m_curve->setPlaceholderText(QStringLiteral("2:0.1, 6:0.5, 24:1"));
    m_curve->ensurePolished();
    constexpr int frame = 28; // pixels on both sides of the words
    m_curve->setMinimumWidth(m_curve->fontMetrics().horizontalAdvance(m_curve->placeholderText()) + frame);
    m_curve->setToolTip(tr("Hours, a colon and the part of such machines that is taken away by then. A file has a line "
                           "for each machine that was seen: 3.5,ended or 24,there."));
    m_taken->setEnabled(m_curve->text().isEmpty());
    auto *load = makeButton(tr("From a file…"), QStringLiteral("folder"), QStringLiteral("loadLifetimes"));
    auto *row = new QWidget;
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_curve, 1);
    line->addWidget(load);
    row->setFocusProxy(m_curve);
    connect(load, &QPushButton::clicked, this, &MachineTermsDialog::chooseCurve);
    connect(m_curve, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_message->clear();
        m_taken->setEnabled(text.trimmed().isEmpty());
    });
    return row;
}

void MachineTermsDialog::chooseCurve()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Choose a list of lifetimes"));
    if (!path.isEmpty())
        loadCurve(path);
}

void MachineTermsDialog::loadCurve(const QString &path)
{
    if (const auto curve = readLifetimes(path))
        m_curve->setText(toText(*curve));
    else
        m_message->show(curve.error());
}

void MachineTermsDialog::save()
{
    MachineTerms terms{m_price->value(), m_taken->value(), m_replace->value()};
    if (!m_curve->text().trimmed().isEmpty()) {
        auto curve = parseLifetime(m_curve->text());
        if (!curve) {
            m_message->show(curve.error());
            return;
        }
        terms.hoursUntilTaken = 0;
        terms.lifetime = *std::move(curve);
    }
    terms.comesBack = m_comesBack->isChecked();
    terms.startsAfterRestart = m_startsAfterRestart->isChecked();
    if (const auto set = m_fleet->setTerms(m_machine, terms); !set)
        m_message->show(set.error());
    else
        accept();
}

} // namespace motley
