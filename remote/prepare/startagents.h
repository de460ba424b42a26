// The last step of a run's preparation: the agents, the coordinator's first.
#pragma once

#include "remote/prepare/runhosts.h"

namespace motley {

// Errors: what kept one of them from starting; those that had started by then are ended.
Result<void> startAll(RunHosts &runHosts, const QString &runId, const Plan &plan);

} // namespace motley
