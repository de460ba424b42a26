// A spin box for real numbers of any magnitude: 0.05 and 1e-08 as users write them, with steps by the magnitude.
#pragma once

#include <QDoubleSpinBox>

namespace motley {

class RealSpinBox : public QDoubleSpinBox {
public:
    explicit RealSpinBox(QWidget *parent = nullptr);

    QString textFromValue(double value) const override;
    double valueFromText(const QString &text) const override;
    QValidator::State validate(QString &text, int &position) const override;
    void stepBy(int steps) override;
};

} // namespace motley
