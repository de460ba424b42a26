#include "app/dialogs/annotationdialog.h"

#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QStringListModel>
#include <QVBoxLayout>

namespace motley {

AnnotationDialog::AnnotationDialog(RunHistory *history, const RunRecord &run, const QStringList &known, QWidget *parent)
    : QDialog(parent), m_history(history), m_run(run.id), m_before(run.annotation), m_tags(new QLineEdit),
      m_note(new QPlainTextEdit), m_message(new MessageCard)
{
    setObjectName(QStringLiteral("annotationDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Note and tags of %1").arg(plainText(run.name, 60)));
    m_tags->setObjectName(QStringLiteral("runTags"));
    m_tags->setPlaceholderText(tr("With commas between them"));
    m_tags->setText(m_before.tags.join(QStringLiteral(", ")));
    m_note->setObjectName(QStringLiteral("runNote"));
    m_note->setTabChangesFocus(true);
    m_note->setPlainText(m_before.note);
    auto *tagsLabel = makeLabel(tr("Tags"), "muted");
    auto *noteLabel = makeLabel(tr("Note"), "muted");
    tagsLabel->setBuddy(m_tags);
    noteLabel->setBuddy(m_note);

    auto *save = makePrimaryButton(tr("Save"), {}, QStringLiteral("saveAnnotation"));
    save->setDefault(true);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(save, QDialogButtonBox::AcceptRole);
    buttons->addButton(makeButton(tr("Cancel"), {}, QStringLiteral("cancelAnnotation")), QDialogButtonBox::RejectRole);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(8);
    layout->addWidget(makeLabel(windowTitle(), "title"));
    layout->addWidget(tagsLabel);
    layout->addWidget(m_tags);
    layout->addWidget(noteLabel);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    resize(560, 380);

    offer(known);
    connect(save, &QPushButton::clicked, this, &AnnotationDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(new QShortcut(QKeySequence(QStringLiteral("Ctrl+Return")), this), &QShortcut::activated, this,
        &AnnotationDialog::save);
    m_tags->setFocus();
}

void AnnotationDialog::offer(const QStringList &known)
{
    auto *completer = new QCompleter(known, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setWidget(m_tags); // not its completer, which would replace all tags by one
    connect(completer, qOverload<const QString &>(&QCompleter::activated), this, &AnnotationDialog::complete);
    connect(m_tags, &QLineEdit::textEdited, this, [this, completer](const QString &text) {
        const QString last = tagsOf(text.left(m_tags->cursorPosition())).constLast().simplified();
        completer->setCompletionPrefix(last);
        if (last.isEmpty())
            completer->popup()->hide();
        else
            completer->complete();
    });
}

void AnnotationDialog::complete(const QString &tag)
{
    QStringList tags = tagsOf(m_tags->text());
    tags.back() = tag;
    for (QString &each : tags)
        each = each.simplified();
    m_tags->setText(tags.join(QStringLiteral(", ")) + QStringLiteral(", "));
}

void AnnotationDialog::save()
{
    // A note without a change is the stored one, as a text field may have other ends of lines.
    const bool isSameNote = !m_note->document()->isModified();
    const Annotation after{isSameNote ? m_before.note : m_note->toPlainText(), tagsOf(m_tags->text())};
    const auto whole = tidied(after);
    const auto stored = whole ? m_history->annotate(m_run, m_before, *whole) : tl::unexpected(whole.error());
    if (stored)
        accept();
    else
        m_message->show(stored.error());
}

} // namespace motley
