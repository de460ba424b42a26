// Which of this computer's data folders a machine has too, so that nothing in them has to be sent.
#pragma once

#include "remote/fleet/fleet.h"

#include <QDialog>

class QPlainTextEdit;

namespace motley {

class MessageCard;

class SharedFoldersDialog : public QDialog {
    Q_OBJECT

public:
    SharedFoldersDialog(Fleet *fleet, const Machine &machine, QWidget *parent = nullptr);

private:
    void save();

    Fleet *m_fleet;
    QString m_machine;
    QPlainTextEdit *m_lines; // one folder a line
    MessageCard *m_message;
};

} // namespace motley
