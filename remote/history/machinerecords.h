// What runs have measured of machines, as a list in the file of the ProfileStore. An entry holds the values that are
// the same for any job, or those of one kind of job.
#pragma once

#include "engine/plan/machinerecord.h"

#include <QJsonArray>
#include <QString>

namespace motley {

// `work`: the ProfileStore's fingerprint of the job. A value that was measured is averaged with the stored one; the
// others stay.
void addRecord(QJsonArray &records, const QString &work, const QString &machine, const MachineRecord &seen);

void complete(MachineRecord &record, const MachineRecord &known); // fills in the values that `record` lacks

MachineRecord recordOf(const QJsonArray &records, const QString &work, const QString &machine);

} // namespace motley
