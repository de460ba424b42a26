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

// "A step takes 32.1 ms; the forecast was 29 ms", of the latest steps.
QString stepAgainstForecast(const MetricSeries &series);

} // namespace motley
