// A password, a passphrase or what else a server asks at login. All words of the server are shown as plain text.
#pragma once

#include "remote/session/prompter.h"

#include <QDialog>

class QLineEdit;

namespace motley {

class SecretDialog : public QDialog {
    Q_OBJECT

public:
    explicit SecretDialog(const SecretQuestion &question, QWidget *parent = nullptr);

    QString secret() const;

private:
    QLineEdit *m_secret;
};

} // namespace motley
