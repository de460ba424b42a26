#include "app/dialogs/question.h"

#include "app/widgets/themedicon.h"

#include <QMessageBox>
#include <QPushButton>

namespace motley {

void ask(QWidget *parent, const Question &question, const std::function<void()> &agreed)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, question.heading, question.heading, QMessageBox::Cancel, parent);
    setThemedIcon(box, QStringLiteral("help"), &Colours::accent);
    box->setInformativeText(question.text);
    box->setTextFormat(Qt::PlainText); // names may look like HTML
    box->setObjectName(question.objectName);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDefaultButton(QMessageBox::Cancel);
    auto *action = box->addButton(question.action, QMessageBox::DestructiveRole);
    QObject::connect(action, &QPushButton::clicked, parent, agreed);
    box->open();
}

} // namespace motley
