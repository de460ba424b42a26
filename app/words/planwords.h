// The reasons for a plan, in sentences.
#pragma once

#include "engine/job/tasks/taskkind.h"
#include "engine/plan/sharedhardware.h"
#include "engine/protocol/plan.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>

namespace motley {

QString deviceWords(const PlannedRank &rank); // "GPU", "CPU, 4 threads"
// That two machines are one, or have one GPU. `names`: of all machines, in their order.
QString sharedHardwareWords(const SharedHardware &shared, const QStringList &names);

QString rateWords(std::optional<double> unitsPerSecond, BatchUnit unit); // "12,480 samples/s"
QString shareWords(std::int64_t share, std::int64_t batch, BatchUnit unit); // "71 of 256 samples"

// Explains in one sentence each how the gradients of several ranks travel, why the shares are what they are, and what
// ranks do to fit into their memory.
QStringList planReasons(const Plan &plan, BatchUnit unit);
QStringList groupReasons(const Plan &plan); // only how Adasum groups the devices; empty: gradients are summed
QStringList memoryReasons(const Plan &plan); // only what ranks do about their memory

} // namespace motley
