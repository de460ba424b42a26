// Where the machines of a run reach each other: each listens, and all try.
#pragma once

#include "remote/prepare/runhosts.h"

namespace motley {

// Afterwards every candidate has its ways. Errors name two machines of which one does not reach the other.
Result<void> findAllWays(Crew &crew);

} // namespace motley
