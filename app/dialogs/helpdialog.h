// F1: how it is used, in a minute, and every key.
#pragma once

#include <QDialog>

namespace motley {

class HelpDialog : public QDialog {
    Q_OBJECT

public:
    explicit HelpDialog(QWidget *parent = nullptr);
};

} // namespace motley
