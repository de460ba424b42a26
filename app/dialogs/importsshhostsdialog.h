// The hosts of the user's SSH configuration, to be ticked and taken over.
#pragma once

#include "remote/fleet/fleet.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace motley {

class MessageCard;

class ImportSshHostsDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImportSshHostsDialog(Fleet *fleet, QWidget *parent = nullptr);

private:
    void fill();
    void import();
    QStringList ticked() const;

    Fleet *m_fleet;
    QListWidget *m_list;
    QPushButton *m_import;
    MessageCard *m_message;
};

} // namespace motley
