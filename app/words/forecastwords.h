// A forecast in sentences.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/forecast/machinechoice.h"
#include "engine/plan/forecast/revocation.h"
#include "engine/plan/runmodel.h"

#include <QString>
#include <QStringList>

namespace motley {

QString rateWords(const TaskSpec &task, double unitsPerSecond); // "12,480 samples/s", "3,100 tokens/s"
QString machineWords(const NodeSet &machines, const ClusterModel &cluster); // "alpha, beta"

QString wholeJobWords(const Forecast &forecast); // "2 h 14 min"
QString stepWords(const PredictedStep &step); // one sentence

// Says how the throughput compares with the sum of what the machines reach alone, how long a step and the whole job
// take, how sure that is, and what is known of energy and money.
QStringList forecastSentences(const TaskSpec &task, const Forecast &forecast);

// The expected time and cost of a run whose machines may be taken away, with the best checkpoint interval.
QString revocationSentence(const RevocationForecast &expected);

// The seconds that a restart and a checkpoint take, and whether runs measured them or they are assumed.
QString setbackSentence(const RunModel &model);

QString remarkWords(const ForecastRemark &remark, const ClusterModel &cluster); // one sentence

} // namespace motley
