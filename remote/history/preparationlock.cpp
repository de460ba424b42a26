#include "remote/history/preparationlock.h"

#include <QFile>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>

namespace motley {

namespace {

QString pathIn(const QString &folder)
{
    return folder + QStringLiteral("/preparing");
}

} // namespace

PreparationLock::PreparationLock(const QString &folder)
    : m_path(pathIn(folder)), m_file(::open(QFile::encodeName(m_path).constData(), O_CREAT | O_RDWR | O_CLOEXEC, 0600))
{
    if (m_file)
        (void)flock(m_file.get(), LOCK_EX | LOCK_NB);
}

PreparationLock::~PreparationLock()
{
    if (m_file)
        QFile::remove(m_path);
}

bool PreparationLock::isHeld(const QString &folder)
{
    const Descriptor file(::open(QFile::encodeName(pathIn(folder)).constData(), O_RDONLY | O_CLOEXEC));
    return file && flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

} // namespace motley
