// A spin box for real numbers of any magnitude: 0.05 and 1e-08 as users write them, with steps by the magnitude.
// Point and comma are both the decimal point, in every language, and nothing separates thousands.
#pragma once

#include <QDoubleSpinBox>

#include <optional>

namespace motley {

class RealSpinBox : public QDoubleSpinBox {
public:
    explicit RealSpinBox(QWidget *parent = nullptr);

    QString textFromValue(double value) const override;
    double valueFromText(const QString &text) const override;
    QValidator::State validate(QString &text, int &position) const override;
    void fixup(QString &text) const override; // to the number before the editing
    void stepBy(int steps) override;

protected:
    void focusInEvent(QFocusEvent *event) override;

private:
    std::optional<double> m_settled; // the number before the editing, while there is any
};

} // namespace motley
