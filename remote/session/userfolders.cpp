#include "remote/session/userfolders.h"

#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace motley {

namespace {

struct UserFolders {
    Q_DECLARE_TR_FUNCTIONS(motley::UserFolders)
    MOTLEY_PHRASES(motley::UserFolders)
};

bool isFolderIn(const char *variable)
{
    return QDir::isAbsolutePath(qEnvironmentVariable(variable));
}

QString made(QStandardPaths::StandardLocation location)
{
    const QString folder = QStandardPaths::writableLocation(location) + QStringLiteral("/motley");
    if (!QDir(folder).exists() && QDir().mkpath(folder))
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return folder;
}

} // namespace

// Qt takes / for the home of a user who has none.
Result<void> checkUserFolders()
{
    for (const char *variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        if (!isFolderIn(variable) && !isFolderIn("HOME"))
            return sentence(UserFolders::phrase(
                "The environment variable HOME names no folder, and Motley keeps settings and runs there. Set it to "
                "your home folder."));
    return {};
}

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
