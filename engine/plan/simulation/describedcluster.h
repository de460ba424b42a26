// A described cluster as forecasts see it, with what its published rows say about it.
#pragma once

#include "engine/plan/forecast/forecast.h"
#include "engine/plan/simulation/clusterspec.h"

namespace motley {

// Its first `nodes` nodes; of more than it has, the same again from the first one on.
ClusterModel modelOf(const ClusterSpec &spec, int nodes);
JobModel jobFor(const ClusterSpec &spec, const ClusterModel &cluster);

// As described, but with ranks as fast as the published row of one node says, if there is one, and with the bandwidth
// of spec.fittedLink with which the row of the next fewest nodes comes out. All other rows are then predictions.
// Errors: no rows for that; a row that no bandwidth explains.
Result<ClusterSpec> fitted(const ClusterSpec &spec);

} // namespace motley
