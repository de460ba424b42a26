// The help behind F1: how Motley is used, in a minute, and every key.
#pragma once

#include <QDialog>

namespace motley {

class HelpDialog : public QDialog {
    Q_OBJECT

public:
    explicit HelpDialog(QWidget *parent = nullptr);
};

} // namespace motley
