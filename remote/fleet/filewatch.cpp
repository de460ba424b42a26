#include "remote/fleet/filewatch.h"

#include <QFileInfo>

namespace motley {

namespace {

constexpr int settleMilliseconds = 100;

} // namespace

FileWatch::FileWatch(QString path, QObject *parent) : QObject(parent), m_path(std::move(path))
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleMilliseconds);
    m_watcher.addPath(QFileInfo(m_path).path());
    arm();
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_settle, &QTimer::timeout, this, [this] {
        arm();
        Q_EMIT changed();
    });
}

// A replaced file is watched no longer, but its folder still is.
void FileWatch::arm()
{
    if (m_watcher.files().isEmpty() && QFileInfo::exists(m_path))
        m_watcher.addPath(m_path);
}

} // namespace motley
