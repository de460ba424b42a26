// Converts a described cluster to the models of forecasts, and fits it to its published rows.
#pragma once

#include "engine/plan/forecast/forecast.h"
#include "engine/plan/simulation/clusterspec.h"

namespace motley {

// A cluster of the first `nodes` described nodes; if there are fewer, they are repeated from the first one on.
ClusterModel modelOf(const ClusterSpec &spec, int nodes);
JobModel jobFor(const ClusterSpec &spec, const ClusterModel &cluster);

// The description with the speed of its ranks scaled so that the forecast agrees with the published row of one node, if
// there is one, and with the bandwidth of spec.fittedLink that agrees with the row of the next fewest nodes. All other
// rows are then predictions. Errors: no row of several nodes for fittedLink; a row that no speed or bandwidth explains.
Result<ClusterSpec> fitted(const ClusterSpec &spec);

} // namespace motley
