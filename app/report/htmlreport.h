// What runs came to, as one HTML file that shows itself without a network and runs nothing: light, to be printed.
#pragma once

#include "app/report/runfigures.h"

#include <QByteArray>
#include <QString>

#include <stop_token>
#include <vector>

namespace motley {

// In the language of today. All text in it is text, whatever it looks like. `baseline`: the run that the others are
// held against. -1: there is none.
QByteArray htmlReport(const std::vector<RunFigures> &runs, int baseline = -1);

Result<void> saveReport(const std::vector<RunFigures> &runs, int baseline, const QString &path);

// Reads the runs and writes their report. Blocks. Errors: the events of one cannot be read, or the file not written.
Result<void> saveReport(
    const std::vector<RunRecord> &runs, int baseline, const QString &path, const std::stop_token &stop = {});

} // namespace motley
