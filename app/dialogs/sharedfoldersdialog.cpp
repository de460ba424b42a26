#include "app/dialogs/sharedfoldersdialog.h"

#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace motley {

SharedFoldersDialog::SharedFoldersDialog(Fleet *fleet, const Machine &machine, QWidget *parent)
    : QDialog(parent), m_fleet(fleet), m_machine(machine.name), m_lines(new QPlainTextEdit), m_message(new MessageCard)
{
    setObjectName(QStringLiteral("sharedFoldersDialog"));
    setWindowTitle(tr("Data on %1").arg(plainText(machine.name, 80)));
    auto *words
        = makeLabel(tr("Folders of data that this machine has too, such as a disk that all mount. A file in them "
                       "is used where it lies if it is the same as here; anything else is sent."),
            "muted");
    words->setWordWrap(true);
    auto *example = makeLabel(tr("A line each: the folder here, or the folder here = the folder there."), "body");
    example->setWordWrap(true);
    m_lines->setObjectName(QStringLiteral("folders"));
    m_lines->setAccessibleName(tr("Folders"));
    m_lines->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_lines->setLayoutDirection(Qt::LeftToRight);
    m_lines->setPlaceholderText(QStringLiteral("/data\n/home/ada/volumes=/mnt/volumes"));
    for (const SharedFolder &folder : machine.sharedFolders)
        m_lines->appendPlainText(toText(folder));

    auto *save = makePrimaryButton(tr("Save"), {}, QStringLiteral("saveFolders"));
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(save, QDialogButtonBox::AcceptRole);
    buttons->addButton(makeButton(tr("Cancel"), {}, QStringLiteral("cancelFolders")), QDialogButtonBox::RejectRole);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeLabel(windowTitle(), "title"));
    layout->addWidget(words);
    layout->addWidget(example);
    layout->addWidget(m_lines, 1);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    resize(580, 380);

    connect(save, &QPushButton::clicked, this, &SharedFoldersDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_lines, &QPlainTextEdit::textChanged, m_message, &MessageCard::clear);
}

void SharedFoldersDialog::save()
{
    std::vector<SharedFolder> folders;
    for (const QString &line : m_lines->toPlainText().split(QLatin1Char('\n'))) {
        if (line.trimmed().isEmpty())
            continue;
        const auto folder = parseSharedFolder(line.trimmed());
        if (!folder) {
            m_message->show(folder.error());
            return;
        }
        folders.push_back(*folder);
    }
    if (const auto set = m_fleet->setSharedFolders(m_machine, std::move(folders)); !set) {
        m_message->show(set.error());
        return;
    }
    accept();
}

} // namespace motley
