#include "app/words/removalwords.h"

#include "app/words/format.h"
#include "remote/history/runsize.h"
#include "remote/session/isolated.h"

#include <QCoreApplication>
#include <QLocale>

namespace motley {

namespace {

struct RemovalWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RemovalWords)
};

QString shortly(const QDateTime &time)
{
    return QLocale().toString(time, QLocale::ShortFormat);
}

} // namespace

QString runStarted(const QString &name, const QDateTime &started)
{
    return RemovalWords::tr("%1 of %2").arg(isolated(name), shortly(started));
}

QString removalQuestion(const QString &name, const QDateTime &started)
{
    return RemovalWords::tr("Remove %1 of %2?").arg(isolated(name), shortly(started));
}

QString removalConsequence()
{
    return RemovalWords::tr("Its curves and its model on this computer are deleted, and its files on its machines.");
}

QString removalGain(const RunSize &size)
{
    return RemovalWords::tr("This frees %1 here: %2.").arg(formatBytes(size.total()), sizeParts(size));
}

QString sizeParts(const RunSize &size)
{
    return RemovalWords::tr("%1 of events, %2 of checkpoints, %3 of models, %4 of other files")
        .arg(
            formatBytes(size.events), formatBytes(size.checkpoints), formatBytes(size.model), formatBytes(size.others));
}

QString removalLoss(const QStringList &runs)
{
    if (runs.isEmpty())
        return {};
    return RemovalWords::tr("It has the only checkpoint from which these runs can go on: %1.").arg(formatList(runs));
}

} // namespace motley
