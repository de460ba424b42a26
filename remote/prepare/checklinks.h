// The links between the machines of a run: each runs an echo server, and all check their links to the others.
#pragma once

#include "remote/prepare/runhosts.h"

namespace motley {

// Afterwards every candidate has its links, also those over which nothing answered.
Result<void> measureAllLinks(RunHosts &runHosts);

// Afterwards every candidate has its links. Errors name two machines of which one does not reach the other.
Result<void> checkAllLinks(RunHosts &runHosts);

} // namespace motley
