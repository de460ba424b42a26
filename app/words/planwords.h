// Why a plan is as it is, in sentences.
#pragma once

#include "engine/protocol/plan.h"

#include <QString>
#include <QStringList>

namespace motley {

QString deviceWords(const PlannedRank &rank); // "GPU", "CPU, 4 threads"

// One sentence each: how the gradients travel, and why the shares are what they are.
QStringList planReasons(const Plan &plan);

} // namespace motley
