// Reads slices of volumes on another thread, while one moves through them. Blocks nothing.
#pragma once

#include "app/data/volumelook.h"

#include <QObject>

#include <optional>

class QFutureWatcherBase;

namespace motley {

class VolumeReader : public QObject {
    Q_OBJECT

public:
    explicit VolumeReader(QObject *parent = nullptr);

    // looked() or failed() follows for the newest place, and for some of those before it in the same volume.
    void read(const VolumePlace &place);

Q_SIGNALS:
    void looked(const motley::VolumeLook &look);
    void failed(const motley::Error &error);

private:
    void start();

    std::optional<VolumePlace> m_next; // while another place is read
    QString m_volume; // of the place that is read
    QFutureWatcherBase *m_reading = nullptr; // nullptr: nothing is read
};

} // namespace motley
