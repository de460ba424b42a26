// The last step of a run's preparation: starts the agents, the coordinator's first.
#pragma once

#include "remote/prepare/runhosts.h"

namespace motley {

// Errors: why an agent did not start; the agents that had started by then are ended.
Result<void> startAll(RunHosts &runHosts, const QString &runId, const Plan &plan);

} // namespace motley
