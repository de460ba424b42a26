// A spin box for a whole number that may be missing: one step below 0 there is none.
#pragma once

#include <QSpinBox>

#include <cstdint>
#include <optional>

namespace motley {

class OptionalSpinBox : public QSpinBox {
public:
    OptionalSpinBox(const QString &none, const QString &zero, QWidget *parent = nullptr); // words in place of numbers

    std::optional<std::int64_t> number() const;
    void setNumber(std::optional<std::int64_t> number);

protected:
    QString textFromValue(int value) const override;

private:
    QString m_zero;
};

} // namespace motley
