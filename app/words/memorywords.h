// What a device holds in memory, by the plan.
#pragma once

#include "engine/job/tasks/taskspec.h"
#include "engine/protocol/plan.h"

#include <QString>

#include <optional>

namespace motley {

// "At most 1.2 GiB of memory: base 900 MiB, adapter 12 MiB and activations 288 MiB"; empty: not predicted.
QString memoryWords(const PlannedRank &rank);

// How long a sample is, which the memory of a pass depends on; nullopt: it is no sequence of tokens of a fixed length.
std::optional<int> tokensOfSample(const TaskSpec &task);
QString sampleLengthWords(const TaskSpec &task); // one sentence; empty: as above

} // namespace motley
