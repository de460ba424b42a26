// Which devices of which machines take part in the next run. A tick is stored by the machine's name and the device's
// UUID, so it stays while a machine is off.
#pragma once

#include "engine/protocol/device.h"

#include <QObject>
#include <QSet>
#include <QString>

namespace motley {

class DeviceSelection : public QObject {
    Q_OBJECT

public:
    explicit DeviceSelection(QSet<QString> keys = {}, QObject *parent = nullptr);

    static QString keyOf(const QString &machine, const Device &device);
    bool contains(const QString &machine, const Device &device) const;
    void set(const QString &machine, const Device &device, bool on);
    void choose(const QSet<QString> &keys); // these and no others
    const QSet<QString> &keys() const { return m_keys; } // for AppSettings
    void replace(QSet<QString> keys); // by those that another window has stored

Q_SIGNALS:
    void changed();
    void ticked(const QString &key, bool on); // by set() and choose(), for AppSettings

private:
    QSet<QString> m_keys;
};

} // namespace motley
