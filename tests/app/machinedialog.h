// Adds a machine as the user does, through the window's dialog. A machine whose key is not known asks another question.
#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>

namespace motley {

inline void addMachineByDialog(const QWidget &window, const QString &address)
{
    window.findChild<QAbstractButton *>(QStringLiteral("addMachine"))->click();
    for (QWidget *dialog : QApplication::topLevelWidgets())
        if (dialog->objectName() == QStringLiteral("addMachineDialog") && dialog->isVisible()) {
            dialog->findChild<QLineEdit *>(QStringLiteral("address"))->setText(address);
            dialog->findChild<QPushButton *>(QStringLiteral("acceptMachine"))->click();
        }
}

} // namespace motley
