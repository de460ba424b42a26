#include "app/data/whyended.h"

#include "app/data/modeltrial.h"

#include <QProcess>

namespace motley {

Error whyEnded(const QProcess &process, const QByteArray &said)
{
    const QList<QByteArray> lines = said.trimmed().split('\n');
    if (process.exitStatus() == QProcess::NormalExit && !lines.last().isEmpty())
        return {lines.last().toStdString(), {}};
    return {ModelTrial::tr("The engine ended without an answer.").toStdString(), process.errorString().toStdString()};
}

} // namespace motley
