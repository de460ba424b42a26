// Why a run failed, in today's language as far as the engine gave a kind of cause, and then in the engine's own words.
#pragma once

#include "engine/protocol/event.h"
#include "remote/session/sentence.h"

#include <optional>

namespace motley {

// `failure`: the first failure of a rank, if one ended the run.
Sentence whyFailed(const RunFinished &finished, const std::optional<RankFailed> &failure);

} // namespace motley
