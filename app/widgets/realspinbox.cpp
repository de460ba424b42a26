#include "app/widgets/realspinbox.h"

#include <cmath>

namespace motley {

namespace {

constexpr int finest = 30; // decimals of the least number that a job may have
constexpr double leastWithoutExponent = 1e-5;
constexpr double firstStep = 0.01; // away from 0, which has no magnitude to take the step from

} // namespace

RealSpinBox::RealSpinBox(QWidget *parent) : QDoubleSpinBox(parent)
{
    setDecimals(finest);
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
}

QString RealSpinBox::textFromValue(double value) const
{
    const bool isTiny = value != 0 && std::abs(value) < leastWithoutExponent;
    return locale().toString(value, isTiny ? 'e' : 'f', QLocale::FloatingPointShortest);
}

double RealSpinBox::valueFromText(const QString &text) const
{
    return locale().toDouble(text.trimmed());
}

QValidator::State RealSpinBox::validate(QString &text, int & /*position*/) const
{
    bool isNumber = false;
    const double number = locale().toDouble(text.trimmed(), &isNumber);
    if (!isNumber)
        return text.size() < 40 ? QValidator::Intermediate : QValidator::Invalid;
    return number >= minimum() && number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

void RealSpinBox::stepBy(int steps)
{
    if (value() == 0)
        setValue(steps * firstStep);
    else
        QDoubleSpinBox::stepBy(steps);
}

} // namespace motley
