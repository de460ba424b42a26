#include "app/data/endprocess.h"

#include <QProcess>

namespace motley {

void endProcess(QProcess *process, const QObject *starter)
{
    if (!process)
        return;
    process->disconnect(starter);
    QObject::connect(process, &QProcess::finished, process, &QObject::deleteLater);
    QObject::connect(process, &QProcess::errorOccurred, process, [process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            process->deleteLater();
    });
    process->kill();
}

} // namespace motley
