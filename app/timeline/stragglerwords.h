// Which machine a run waits for, in one sentence, and what its steps were forecast to take in another.
#pragma once

#include "app/timeline/straggler.h"

#include <QString>
#include <QStringList>

namespace motley {

class MetricSeries;

// `machines`: the names of the plan's machines, as people read them. `isOver`: the run has ended.
QString stragglerWords(const Straggler &straggler, int ranks, const QStringList &machines, bool isOver);
QString stragglerWords(const MetricSeries &series); // empty: there is no step yet

// "Mean of the last 100 steps: 32.1 ms, forecast: 29 ms".
QString stepAgainstForecast(const MetricSeries &series);

} // namespace motley
