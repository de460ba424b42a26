// What a machine costs, and whether it may be taken away: for forecasts.
#pragma once

#include "remote/fleet/fleet.h"

#include <QDialog>

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;

namespace motley {

class MessageCard;

class MachineTermsDialog : public QDialog {
    Q_OBJECT

public:
    MachineTermsDialog(Fleet *fleet, const Host &host, QWidget *parent = nullptr);

    void loadCurve(const QString &path); // estimates the curve from a file of observed lifetimes

private:
    QWidget *makeCurveRow();
    void chooseCurve();
    void save();

    Fleet *m_fleet;
    QString m_machine;
    QDoubleSpinBox *m_price;
    QDoubleSpinBox *m_taken;
    QLineEdit *m_curve;
    QDoubleSpinBox *m_replace;
    QCheckBox *m_comesBack;
    QCheckBox *m_startsAfterRestart;
    MessageCard *m_message;
};

} // namespace motley
