// Advice as `motley plan --json` prints it.
#pragma once

#include "engine/plan/contextadvice.h"
#include "engine/plan/forecast/advisor.h"
#include "engine/protocol/plan.h"

#include <QJsonObject>

namespace motley {

// One member for each kind of advice.
QJsonObject toJsonObject(const std::vector<Advice> &advice, const ClusterModel &cluster);

// `advice`: on the ranks of `plan`.
QJsonObject toJsonObject(const ContextAdvice &advice, const Plan &plan);

} // namespace motley
