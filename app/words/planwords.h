// The reasons for a plan, in sentences.
#pragma once

#include "engine/protocol/plan.h"

#include <QString>
#include <QStringList>

namespace motley {

QString deviceWords(const PlannedRank &rank); // "GPU", "CPU, 4 threads"

// One sentence each: how the gradients travel, why the shares are what they are, and what ranks do about their memory.
QStringList planReasons(const Plan &plan);
QStringList memoryReasons(const Plan &plan); // only what ranks do about their memory

} // namespace motley
