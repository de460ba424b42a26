#include "app/dialogs/importsshhostsdialog.h"

#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"
#include "remote/ssh/config/sshconfig.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QVBoxLayout>

namespace motley {

ImportSshHostsDialog::ImportSshHostsDialog(Fleet *fleet, QWidget *parent)
    : QDialog(parent), m_fleet(fleet), m_list(new QListWidget),
      m_import(makePrimaryButton(tr("Import"), {}, QStringLiteral("acceptImport"))), m_message(new MessageCard)
{
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(tr("Import from your SSH configuration"));
    m_list->setObjectName(QStringLiteral("importList"));
    m_list->setAccessibleName(tr("Hosts of the SSH configuration"));
    auto *words
        = makeLabel(tr("Your SSH configuration is only read. User, port, keys and jump hosts are taken from it at "
                       "each connection, so a later change there counts here too."),
            "muted");
    words->setWordWrap(true);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(m_import, QDialogButtonBox::AcceptRole);
    buttons->addButton(makeButton(tr("Cancel"), {}, QStringLiteral("cancelImport")), QDialogButtonBox::RejectRole);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeLabel(windowTitle(), "title"));
    layout->addWidget(words);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
    resize(500, 460);

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_import, &QPushButton::clicked, this, &ImportSshHostsDialog::import);
    connect(m_list, &QListWidget::itemChanged, this, [this] { m_import->setEnabled(!ticked().isEmpty()); });
    fill();
}

void ImportSshHostsDialog::fill()
{
    for (const QString &alias : sshAliases()) {
        auto *item = new QListWidgetItem(themedIcon(QStringLiteral("server")), alias, m_list);
        const bool known = m_fleet->find(alias) != nullptr;
        item->setFlags(known ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(known ? Qt::Checked : Qt::Unchecked);
        if (known)
            item->setToolTip(tr("Already in the list"));
    }
    m_import->setEnabled(false);
    if (m_list->count() == 0)
        m_message->show(MessageCard::Kind::Info,
            tr("Your SSH configuration names no hosts. Close this and add a machine by its address."));
}

QStringList ImportSshHostsDialog::ticked() const
{
    QStringList result;
    for (int row = 0; row < m_list->count(); ++row) {
        const auto *item = m_list->item(row);
        if (item->flags().testFlag(Qt::ItemIsUserCheckable) && item->checkState() == Qt::Checked)
            result << item->text();
    }
    return result;
}

void ImportSshHostsDialog::import()
{
    for (const QString &alias : ticked()) {
        const auto added = m_fleet->add({Machine::Kind::Ssh, alias, alias, {}});
        if (!added) {
            m_message->show(added.error());
            return;
        }
        (*added)->refresh();
    }
    accept();
}

} // namespace motley
