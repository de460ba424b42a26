#include "app/widgets/realspinbox.h"

#include <cmath>

namespace motley {

namespace {

constexpr int finest = 30; // decimals of the least number that a job may have
constexpr double leastWithoutExponent = 1e-5;
constexpr double firstStep = 0.01; // away from 0, which has no magnitude to take the step from

// Reads the digits of every script and the exponent of the locale too.
std::optional<double> numberIn(const QString &text, const QLocale &locale)
{
    QString plain = text.trimmed().replace(locale.exponential(), QLatin1String("e"), Qt::CaseInsensitive);
    for (QChar &letter : plain) {
        if (letter.isDigit())
            letter = QChar(u'0' + letter.digitValue());
        else if (letter == u',' || letter == u'\u066b')
            letter = u'.';
        else if (letter == u'\u2212')
            letter = u'-';
    }
    plain.remove(u'\u061c').remove(u'\u200e').remove(u'\u200f');
    QLocale c = QLocale::c();
    c.setNumberOptions(QLocale::RejectGroupSeparator);
    bool isNumber = false;
    const double number = c.toDouble(plain, &isNumber);
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

} // namespace

RealSpinBox::RealSpinBox(QWidget *parent) : QDoubleSpinBox(parent)
{
    setDecimals(finest);
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    connect(this, &QAbstractSpinBox::editingFinished, this,
        [this] { m_settled = hasFocus() ? std::optional(value()) : std::nullopt; });
}

QString RealSpinBox::textFromValue(double value) const
{
    const bool isTiny = value != 0 && std::abs(value) < leastWithoutExponent;
    QLocale ungrouped = locale();
    ungrouped.setNumberOptions(ungrouped.numberOptions() | QLocale::OmitGroupSeparator);
    return ungrouped.toString(value, isTiny ? 'e' : 'f', QLocale::FloatingPointShortest);
}

double RealSpinBox::valueFromText(const QString &text) const
{
    return numberIn(text, locale()).value_or(value());
}

QValidator::State RealSpinBox::validate(QString &text, int & /*position*/) const
{
    const auto number = numberIn(text, locale());
    if (!number && text != specialValueText())
        return text.size() < 40 ? QValidator::Intermediate : QValidator::Invalid;
    const bool isWithin = !number || (*number >= minimum() && *number <= maximum());
    return isWithin ? QValidator::Acceptable : QValidator::Intermediate;
}

void RealSpinBox::fixup(QString &text) const
{
    text = textFromValue(m_settled.value_or(value()));
}

void RealSpinBox::focusInEvent(QFocusEvent *event)
{
    m_settled = value();
    QDoubleSpinBox::focusInEvent(event);
}

void RealSpinBox::stepBy(int steps)
{
    if (value() == 0)
        setValue(steps * firstStep);
    else
        QDoubleSpinBox::stepBy(steps);
}

} // namespace motley
