#include "app/dialogs/secretdialog.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QVBoxLayout>

namespace motley {

namespace {

QString titleFor(const SecretQuestion &question)
{
    switch (question.kind) {
    case SecretQuestion::Kind::Passphrase:
        return SecretDialog::tr("Unlock your key");
    case SecretQuestion::Kind::Password:
        return SecretDialog::tr("Password");
    case SecretQuestion::Kind::KeyboardInteractive:
        return SecretDialog::tr("The machine asks");
    }
    return {};
}

QString sentenceFor(const SecretQuestion &question)
{
    const QString account = leftToRight(plainText(question.account, 200));
    if (question.kind == SecretQuestion::Kind::Passphrase)
        return SecretDialog::tr("The passphrase of %1").arg(account);
    return SecretDialog::tr("To log in as %1").arg(account);
}

} // namespace

SecretDialog::SecretDialog(const SecretQuestion &question, QWidget *parent) : QDialog(parent), m_secret(new QLineEdit)
{
    setObjectName(QStringLiteral("secretDialog"));
    setWindowTitle(tr("%1: %2").arg(plainText(question.machine, 80), titleFor(question)));
    m_secret->setObjectName(QStringLiteral("secret"));
    m_secret->setEchoMode(question.echo ? QLineEdit::Normal : QLineEdit::Password);
    m_secret->setAccessibleName(titleFor(question));

    auto *icon = new QLabel;
    icon->setPixmap(themedIcon(QStringLiteral("key"), &Colours::accent).pixmap(32, 32));
    auto *words = new QVBoxLayout;
    words->addWidget(makeLabel(titleFor(question), "title"));
    words->addWidget(makeLabel(sentenceFor(question), "muted"));
    auto *head = new QHBoxLayout;
    head->setSpacing(14);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addLayout(words, 1);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(10);
    layout->addLayout(head);
    if (question.attempt > 1) {
        auto *again = makeLabel(tr("That was not right. Attempt %1.").arg(question.attempt), "field-error");
        layout->addWidget(again);
    }
    for (const QString &text : {question.instruction, question.prompt}) {
        if (text.isEmpty())
            continue;
        auto *label = makeLabel(plainText(text, 2000), "body");
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    layout->addWidget(m_secret);

    auto *buttons = new QDialogButtonBox;
    auto *accept = makePrimaryButton(tr("Log in"), {}, QStringLiteral("acceptSecret"));
    accept->setDefault(true);
    buttons->addButton(accept, QDialogButtonBox::AcceptRole);
    buttons->addButton(makeButton(tr("Cancel"), {}, QStringLiteral("cancelSecret")), QDialogButtonBox::RejectRole);
    layout->addWidget(buttons);
    setMinimumWidth(440);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_secret->setFocus();
}

QString SecretDialog::secret() const
{
    return m_secret->text();
}

} // namespace motley
