#include "remote/session/userfolders.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace motley {

namespace {

QString made(QStandardPaths::StandardLocation location)
{
    const QString folder = QStandardPaths::writableLocation(location) + QStringLiteral("/motley");
    if (!QDir(folder).exists() && QDir().mkpath(folder))
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return folder;
}

} // namespace

QString settingsFolder()
{
    return made(QStandardPaths::GenericConfigLocation);
}

QString dataFolder()
{
    return made(QStandardPaths::GenericDataLocation);
}

QString cacheFolder()
{
    return made(QStandardPaths::GenericCacheLocation);
}

QString machinesFile()
{
    return settingsFolder() + QStringLiteral("/machines.json");
}

} // namespace motley
