// What is asked before a run is removed.
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace motley {

QString runStarted(const QString &name, const QDateTime &started); // "digits of 27.11.26, 14:02"
QString removalQuestion(const QString &name, const QDateTime &started);
QString removalConsequence();
// `runs`: those that could not go on without it, as runStarted() names them; none: an empty text.
QString removalLoss(const QStringList &runs);

} // namespace motley
