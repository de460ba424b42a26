#include "app/models/deviceselection.h"

#include <utility>

namespace motley {

DeviceSelection::DeviceSelection(QSet<QString> keys, QObject *parent) : QObject(parent), m_keys(std::move(keys)) { }

QString DeviceSelection::keyOf(const QString &machine, const Device &device)
{
    return machine + QLatin1Char('\n') + QString::fromStdString(toText(device));
}

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

void DeviceSelection::choose(const QSet<QString> &keys)
{
    const QSet<QString> before = std::exchange(m_keys, keys);
    if (before == keys)
        return;
    for (const QString &key : before - keys)
        Q_EMIT ticked(key, false);
    for (const QString &key : keys - before)
        Q_EMIT ticked(key, true);
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
