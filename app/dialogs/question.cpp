#include "app/dialogs/question.h"

#include "app/widgets/themedicon.h"
#include "app/widgets/wholenames.h"

#include <QCoreApplication>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

namespace motley {

namespace {

struct QuestionWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Question)
};

// The name of the box's label is Qt's.
void show(QMessageBox *box, const char *label, const QString &sentence)
{
    if (auto *shown = box->findChild<QLabel *>(QLatin1String(label)))
        setSentence(shown, sentence);
}

} // namespace

void ask(QWidget *parent, const Question &question, const std::function<void()> &agreed)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, question.heading, question.heading, QMessageBox::NoButton, parent);
    setThemedIcon(box, QStringLiteral("help"), &Colours::accent);
    box->setInformativeText(question.text);
    box->setTextFormat(Qt::PlainText); // names may look like HTML
    show(box, "qt_msgbox_label", question.heading);
    show(box, "qt_msgbox_informativelabel", question.text);
    box->setObjectName(question.objectName);
    box->setAttribute(Qt::WA_DeleteOnClose);
    // Words of our own: Qt's are English where its translations are not installed.
    auto *cancel = box->addButton(QuestionWords::tr("Cancel"), QMessageBox::RejectRole);
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    auto *action = box->addButton(question.action, QMessageBox::DestructiveRole);
    QObject::connect(action, &QPushButton::clicked, parent, agreed);
    box->open();
}

} // namespace motley
