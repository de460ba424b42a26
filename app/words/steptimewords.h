// How long the steps of a run took, against what was predicted.
#pragma once

#include "engine/plan/balance/stepparts.h"
#include "engine/protocol/plan.h"

#include <QString>

namespace motley {

QString stepTimeWords(double seconds, const PredictedStep &predicted);
QString stepPartsWords(const StepParts &parts, const PredictedStep &predicted); // where the time of the steps went

} // namespace motley
