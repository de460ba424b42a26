#include "remote/engine/enginelocation.h"

#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace motley {

Result<std::string> findEngine()
{
    const QString here = QFileInfo(QStringLiteral("/proc/self/exe")).canonicalPath();
    const QFileInfo file(qEnvironmentVariable("MOTLEY_ENGINE", here + QStringLiteral("/motley-engine")));
    if (file.isFile() && file.isExecutable())
        return file.canonicalFilePath().toStdString();
    return sentence(phraseOf("motley", "There is no motley-engine at %1. Build it, or set MOTLEY_ENGINE to its path.")
                        .arg(file.absoluteFilePath()));
}

} // namespace motley
