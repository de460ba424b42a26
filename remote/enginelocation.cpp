#include "remote/enginelocation.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace motley {

Result<std::string> findEngine()
{
    const QString here = QFileInfo(QStringLiteral("/proc/self/exe")).canonicalPath();
    QStringList candidates;
    if (qEnvironmentVariableIsSet("MOTLEY_ENGINE"))
        candidates << qEnvironmentVariable("MOTLEY_ENGINE");
    else
        candidates << here + QStringLiteral("/motley-engine") << here + QStringLiteral("/../engine/motley-engine")
                   << here + QStringLiteral("/../engine/agent/motley-engine");
    for (const QString &candidate : candidates) {
        const QFileInfo file(candidate);
        if (file.isFile() && file.isExecutable())
            return file.canonicalFilePath().toStdString();
    }
    return fail(QCoreApplication::translate(
        "motley", "There is no motley-engine at %1. Build it, or set MOTLEY_ENGINE to its path.")
                    .arg(QDir::cleanPath(candidates.front()))
                    .toStdString());
}

} // namespace motley
