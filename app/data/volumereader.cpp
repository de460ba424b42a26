#include "app/data/volumereader.h"

#include <QFutureWatcher>
#include <QtConcurrent>
#include <QThreadPool>

#include <utility>

namespace motley {

namespace {

// Nobody waits for these threads, not even at exit: a file server that is gone may block one for minutes.
QThreadPool &readers()
{
    static auto *pool = new QThreadPool;
    return *pool;
}

} // namespace

VolumeReader::VolumeReader(QObject *parent) : QObject(parent) { }

void VolumeReader::read(const VolumePlace &place)
{
    m_next = place;
    if (!m_reading || m_volume != place.volume)
        start();
}

void VolumeReader::start()
{
    const VolumePlace place = *std::exchange(m_next, std::nullopt);
    m_volume = place.volume;
    auto *watcher = new QFutureWatcher<Result<VolumeLook>>(this);
    m_reading = watcher;
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (m_reading != watcher)
            return; // another volume was chosen meanwhile
        m_reading = nullptr;
        const Result<VolumeLook> look = watcher->result();
        if (m_next)
            start();
        if (look)
            Q_EMIT looked(*look);
        else
            Q_EMIT failed(look.error());
    });
    watcher->setFuture(QtConcurrent::run(&readers(), [place] { return lookInto(place); }));
}

} // namespace motley
