// Which run goes on from which: the job of a run names the folder of the one that it went on from.
#pragma once

#include "remote/history/runrecord.h"

#include <QHash>
#include <QString>

#include <vector>

namespace motley {

class Lineage {
public:
    // The id of the run that `record` went on from. Empty: there was none, or it is none of this computer.
    const QString &parentOf(const RunRecord &record);
    // The newest run of `all` that goes on from `record`. nullptr: there is none.
    const RunRecord *childOf(const RunRecord &record, const std::vector<RunRecord> &all);

private:
    QHash<QString, QString> m_parents; // by the run's id, as jobs are read once
};

// The steps and the tests of the runs that `record` goes on from, in their order, as far as they are on this computer.
// A RunStarted between them says where the next run began. Blocks while it reads.
std::vector<Event> pastOf(const RunRecord &record);

} // namespace motley
