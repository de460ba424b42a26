#include "app/widgets/sentencelabel.h"

#include "app/widgets/wholenames.h"

#include <QGuiApplication>

namespace motley {

namespace {

QString withUsualSpaces(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QChar(QChar::Space)); // as Qt copies them
}

} // namespace

SentenceLabel::SentenceLabel(const char *role, QWidget *parent) : QLabel(parent)
{
    setProperty("role", role);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    connect(QGuiApplication::clipboard(), &QClipboard::changed, this, &SentenceLabel::giveBackHyphens);
}

void SentenceLabel::setSentence(const QString &sentence)
{
    motley::setSentence(this, sentence);
}

// Of what was copied from here, by whichever key, menu or mouse.
void SentenceLabel::giveBackHyphens(QClipboard::Mode mode)
{
    if (!hasSelectedText())
        return;
    const QString copied = QGuiApplication::clipboard()->text(mode);
    const QString plain = plainHyphens(copied);
    if (plain != copied && withUsualSpaces(copied) == withUsualSpaces(selectedText()))
        QGuiApplication::clipboard()->setText(plain, mode);
}

} // namespace motley
