// Shows the host key of a machine that is not in known_hosts, to be compared with what its owner says.
#pragma once

#include "remote/session/prompter.h"

#include <QDialog>

namespace motley {

class HostKeyDialog : public QDialog {
    Q_OBJECT

public:
    explicit HostKeyDialog(const HostKeyQuestion &question, QWidget *parent = nullptr);
};

} // namespace motley
