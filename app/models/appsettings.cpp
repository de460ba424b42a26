#include "app/models/appsettings.h"

#include <QMetaEnum>

#include <algorithm>

namespace motley {

AppSettings::AppSettings(const QString &file) : m_settings(file, QSettings::IniFormat) { }

Theme::Choice AppSettings::theme() const
{
    bool known = false;
    const auto word = m_settings.value(QStringLiteral("window/theme")).toByteArray();
    const int value = QMetaEnum::fromType<Theme::Choice>().keyToValue(word.constData(), &known);
    return known ? static_cast<Theme::Choice>(value) : Theme::Choice::System;
}

void AppSettings::setTheme(Theme::Choice choice)
{
    const auto word = QMetaEnum::fromType<Theme::Choice>().valueToKey(static_cast<int>(choice));
    m_settings.setValue(QStringLiteral("window/theme"), QByteArray(word));
}

QString AppSettings::language() const
{
    return m_settings.value(QStringLiteral("window/language")).toString();
}

void AppSettings::setLanguage(const QString &language)
{
    m_settings.setValue(QStringLiteral("window/language"), language);
}

QByteArray AppSettings::windowGeometry() const
{
    return m_settings.value(QStringLiteral("window/geometry")).toByteArray();
}

void AppSettings::setWindowGeometry(const QByteArray &geometry)
{
    m_settings.setValue(QStringLiteral("window/geometry"), geometry);
}

QSet<QString> AppSettings::tickedDevices() const
{
    const auto list = m_settings.value(QStringLiteral("machines/ticked")).toStringList();
    return {list.begin(), list.end()};
}

void AppSettings::setTickedDevices(const QSet<QString> &devices)
{
    QStringList list(devices.begin(), devices.end());
    list.sort();
    m_settings.setValue(QStringLiteral("machines/ticked"), list);
}

double AppSettings::smoothing() const
{
    return std::clamp(m_settings.value(QStringLiteral("plots/smoothing"), 0.9).toDouble(), 0.0, 0.999);
}

void AppSettings::setSmoothing(double weight)
{
    m_settings.setValue(QStringLiteral("plots/smoothing"), weight);
}

} // namespace motley
