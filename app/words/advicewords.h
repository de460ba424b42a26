// Advice on how to make a run better, in sentences with the numbers.
#pragma once

#include "engine/plan/forecast/advisor.h"

#include <QString>
#include <QStringList>

namespace motley {

QString adviceWords(const Advice &advice, const ClusterModel &cluster); // one to three sentences
QStringList adviceWords(const std::vector<Advice> &advice, const ClusterModel &cluster);

QString noiseScaleMeaning(); // explains the gradient-noise scale
QString batchFitWords(BatchFit fit); // empty: the batch fits

} // namespace motley
