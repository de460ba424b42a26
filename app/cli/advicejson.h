// Advice as `motley plan --json` prints it.
#pragma once

#include "engine/plan/forecast/advisor.h"

#include <QJsonObject>

namespace motley {

// One member for each kind of advice.
QJsonObject toJsonObject(const std::vector<Advice> &advice, const ClusterModel &cluster);

} // namespace motley
