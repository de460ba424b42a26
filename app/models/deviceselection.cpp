#include "app/models/deviceselection.h"

namespace motley {

namespace {

QString keyOf(const QString &machine, const Device &device)
{
    return machine + QLatin1Char('\n') + QString::fromStdString(toText(device));
}

} // namespace

DeviceSelection::DeviceSelection(QSet<QString> keys, QObject *parent) : QObject(parent), m_keys(std::move(keys)) { }

bool DeviceSelection::contains(const QString &machine, const Device &device) const
{
    return m_keys.contains(keyOf(machine, device));
}

void DeviceSelection::set(const QString &machine, const Device &device, bool on)
{
    const QString key = keyOf(machine, device);
    if (m_keys.contains(key) == on)
        return;
    if (on)
        m_keys.insert(key);
    else
        m_keys.remove(key);
    Q_EMIT ticked(key, on);
    Q_EMIT changed();
}

void DeviceSelection::replace(QSet<QString> keys)
{
    if (keys == m_keys)
        return;
    m_keys = std::move(keys);
    Q_EMIT changed();
}

} // namespace motley
