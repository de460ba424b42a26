#include "app/models/appsettings.h"

#include <QMetaEnum>

#include <algorithm>

namespace motley {

namespace {

const QString tickedGroup = QStringLiteral("ticked");

} // namespace

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
    m_settings.sync();
    m_settings.beginGroup(tickedGroup);
    const QStringList devices = m_settings.childKeys();
    m_settings.endGroup();
    return {devices.begin(), devices.end()};
}

void AppSettings::setTicked(const QString &device, bool ticked)
{
    const QString key = tickedGroup + QLatin1Char('/') + device;
    if (ticked)
        m_settings.setValue(key, true);
    else
        m_settings.remove(key);
    m_settings.sync();
}

bool AppSettings::showsNotices() const
{
    return m_settings.value(QStringLiteral("window/notices"), true).toBool();
}

void AppSettings::setShowsNotices(bool shows)
{
    m_settings.setValue(QStringLiteral("window/notices"), shows);
}

double AppSettings::smoothing() const
{
    return m_settings.value(QStringLiteral("plots/smoothingPercent"), 2).toDouble();
}

void AppSettings::setSmoothing(double percent)
{
    m_settings.setValue(QStringLiteral("plots/smoothingPercent"), percent);
}

QString AppSettings::xAxis() const
{
    return m_settings.value(QStringLiteral("plots/xAxis")).toString();
}

void AppSettings::setXAxis(const QString &word)
{
    m_settings.setValue(QStringLiteral("plots/xAxis"), word);
}

QString AppSettings::charts() const
{
    return m_settings.value(QStringLiteral("plots/charts")).toString();
}

void AppSettings::setCharts(const QString &text)
{
    m_settings.setValue(QStringLiteral("plots/charts"), text);
}

QString AppSettings::baseline() const
{
    return m_settings.value(QStringLiteral("runs/baseline")).toString();
}

void AppSettings::setBaseline(const QString &run)
{
    m_settings.setValue(QStringLiteral("runs/baseline"), run);
}

} // namespace motley
