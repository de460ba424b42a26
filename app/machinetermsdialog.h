// What a machine costs, and whether it may be taken away: for forecasts.
#pragma once

#include "remote/fleet.h"

#include <QDialog>

class QDoubleSpinBox;

namespace motley {

class MessageCard;

class MachineTermsDialog : public QDialog {
    Q_OBJECT

public:
    MachineTermsDialog(Fleet *fleet, const Host &host, QWidget *parent = nullptr);

private:
    void save();

    Fleet *m_fleet;
    QString m_machine;
    QDoubleSpinBox *m_price;
    QDoubleSpinBox *m_taken;
    QDoubleSpinBox *m_replace;
    MessageCard *m_message;
};

} // namespace motley
