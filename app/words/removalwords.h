// What is asked before a run is removed, and what it takes of the disk.
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace motley {

struct RunSize;

QString runStarted(const QString &name, const QDateTime &started); // "digits of 27.11.26, 14:02"
QString removalQuestion(const QString &name, const QDateTime &started);
QString removalConsequence();
QString removalGain(const RunSize &size); // what is free afterwards on this computer
QString sizeParts(const RunSize &size); // "2.1 MiB of events, 1.4 GiB of checkpoints, 512 bytes of models, ..."
// `runs`: those that could not go on without it, as runStarted() names them; none: an empty text.
QString removalLoss(const QStringList &runs);

} // namespace motley
