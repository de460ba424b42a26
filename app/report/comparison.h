// How runs differ: from a baseline in their figures, and from each other in the settings of their jobs.
#pragma once

#include "app/report/runfigures.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace motley {

// Each is empty where one of the two is not known, or they have no metric in common.
QString bestAgainst(const RunFigures &run, const RunFigures &baseline); // "+1.20 points", "-0.42"
QString secondsAgainst(const RunFigures &run, const RunFigures &baseline); // "-12.0 %"
QString speedAgainst(const RunFigures &run, const RunFigures &baseline);

struct SettingRow {
    QString path; // in the job file
    QString name; // for people; the path where there is none
    QStringList values; // of each run, as in the job file
};

// Only those settings that are not the same in all of the runs.
std::vector<SettingRow> settingsThatDiffer(const std::vector<RunFigures> &runs);

} // namespace motley
