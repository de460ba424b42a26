// What runs have shown of machines, as a list in the file of the SpeedBook: what holds for any job, and what for one.
#pragma once

#include "engine/plan/machinerecord.h"

#include <QJsonArray>
#include <QString>

namespace motley {

// `work` names the job, or those like it. What was not seen stays as it is; what was goes half the way to it.
void addRecord(QJsonArray &records, const QString &work, const QString &machine, const MachineRecord &seen);

void complete(MachineRecord &record, const MachineRecord &known); // with what it lacks

MachineRecord recordOf(const QJsonArray &records, const QString &work, const QString &machine);

} // namespace motley
