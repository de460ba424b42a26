// How long the steps of a run took, against what was predicted.
#pragma once

#include "engine/protocol/plan.h"

#include <QString>

namespace motley {

QString stepTimeWords(double seconds, const PredictedStep &predicted);

} // namespace motley
