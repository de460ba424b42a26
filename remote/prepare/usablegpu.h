// Which GPUs the engine can compute on: CUDA 13 needs a driver of its release and no longer knows older generations.
#pragma once

#include "engine/protocol/probereport.h"
#include "remote/session/sentence.h"

#include <QString>

#include <optional>

namespace motley {

// A sentence that names the machine, what the GPU has and what is needed; nullopt: as far as is known it can be used.
std::optional<Sentence> obstacleOf(const QString &machine, const GpuReport &gpu);

} // namespace motley
