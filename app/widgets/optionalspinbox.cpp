#include "app/widgets/optionalspinbox.h"

#include <algorithm>
#include <limits>

namespace motley {

namespace {

constexpr int missing = -1;
constexpr int most = std::numeric_limits<int>::max();

} // namespace

OptionalSpinBox::OptionalSpinBox(const QString &none, const QString &zero, QWidget *parent)
    : QSpinBox(parent), m_zero(zero)
{
    setRange(missing, most);
    setSpecialValueText(none);
    setGroupSeparatorShown(true);
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
}

std::optional<std::int64_t> OptionalSpinBox::number() const
{
    return value() == missing ? std::nullopt : std::optional<std::int64_t>(value());
}

void OptionalSpinBox::setNumber(std::optional<std::int64_t> number)
{
    setValue(static_cast<int>(std::min<std::int64_t>(number.value_or(missing), most)));
}

QString OptionalSpinBox::textFromValue(int value) const
{
    return value == 0 && !m_zero.isEmpty() ? m_zero : QSpinBox::textFromValue(value);
}

} // namespace motley
