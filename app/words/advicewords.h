// What would make a run better, in sentences with the numbers.
#pragma once

#include "engine/plan/forecast/advisor.h"

#include <QString>
#include <QStringList>

namespace motley {

QString adviceWords(const Advice &advice, const ClusterModel &cluster); // one to three sentences
QStringList adviceWords(const std::vector<Advice> &advice, const ClusterModel &cluster);

QString noiseScaleMeaning(); // for somebody who has not heard of it
QString batchFitWords(BatchFit fit); // empty: nothing is to be changed

} // namespace motley
