#include "app/dialogs/hostkeydialog.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGridLayout>

namespace motley {

namespace {

QLabel *fixedText(const QString &text, const QString &objectName)
{
    auto *label = makeLabel(plainText(text), "code");
    label->setObjectName(objectName);
    label->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    label->setLayoutDirection(Qt::LeftToRight);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

HostKeyDialog::HostKeyDialog(const HostKeyQuestion &question, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("hostKeyDialog"));
    setWindowTitle(tr("Is this really %1?").arg(plainText(question.machine, 80)));

    auto *icon = new QLabel;
    icon->setPixmap(themedIcon(QStringLiteral("shield"), &Colours::accent).pixmap(36, 36));
    auto *title = makeLabel(windowTitle(), "title");
    auto *words = makeLabel(tr("Motley has never been connected to %1. Compare the fingerprint with the one that the "
                               "machine's owner gives you; if they differ, somebody may be listening in between.")
                                .arg(leftToRight(plainText(question.hostName, 200))),
        "muted");
    words->setWordWrap(true);

    auto *card = makeCard();
    auto *rows = new QGridLayout(card);
    rows->setContentsMargins(cardMargin, cardMargin, cardMargin, cardMargin);
    rows->setHorizontalSpacing(16);
    rows->addWidget(makeLabel(tr("Key type"), "muted"), 0, 0);
    rows->addWidget(fixedText(question.keyType, QStringLiteral("keyType")), 0, 1);
    rows->addWidget(makeLabel(tr("Fingerprint"), "muted"), 1, 0);
    rows->addWidget(fixedText(question.fingerprint, QStringLiteral("fingerprint")), 1, 1);
    rows->addWidget(makeLabel(tr("Picture of it"), "muted"), 2, 0, Qt::AlignTop);
    rows->addWidget(fixedText(question.randomArt, QStringLiteral("randomArt")), 2, 1);
    rows->setColumnStretch(1, 1);

    auto *compared = new QCheckBox(tr("I compared the whole fingerprint"));
    compared->setObjectName(QStringLiteral("compared"));
    auto *buttons = new QDialogButtonBox;
    auto *accept = makePrimaryButton(tr("Trust this machine"), {}, QStringLiteral("acceptKey"));
    auto *refuse = makeButton(tr("Do not connect"), {}, QStringLiteral("refuseKey"));
    buttons->addButton(accept, QDialogButtonBox::AcceptRole);
    buttons->addButton(refuse, QDialogButtonBox::RejectRole);
    accept->setEnabled(false);

    auto *head = new QHBoxLayout;
    head->setSpacing(14);
    auto *headWords = new QVBoxLayout;
    headWords->addWidget(title);
    headWords->addWidget(words);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addLayout(headWords, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(14);
    layout->addLayout(head);
    layout->addWidget(card);
    layout->addWidget(compared);
    layout->addWidget(buttons);
    setMinimumWidth(600);

    connect(compared, &QCheckBox::toggled, accept, &QWidget::setEnabled);
    connect(accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(refuse, &QPushButton::clicked, this, &QDialog::reject);
}

} // namespace motley
