// Advice as `motley plan --json` prints it.
#pragma once

#include "engine/plan/forecast/advisor.h"

#include <QJsonObject>

namespace motley {

QJsonObject toJsonObject(const std::vector<Advice> &advice, const ClusterModel &cluster); // by its kind

} // namespace motley
