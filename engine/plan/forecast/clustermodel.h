// Machines and a job as forecasts see them: how fast, how far apart, at what price.
#pragma once

#include "engine/plan/balance/batchsplit.h"
#include "engine/plan/forecast/ringallreducecost.h"

#include <string>
#include <vector>

namespace motley {

struct RankModel {
    StepTime time; // of a step of this rank alone, with secondsPerUnit above 0
    std::int64_t most = unlimited; // units that fit its memory
    double relativeError = 0; // standard error of `time`: what is not known of it
    double noise = 0; // standard deviation of a step relative to its time: what nobody can know
    double watts = 0; // while it computes, beyond its machine's idleWatts; 0: not known
    std::int64_t mostAtOnce = unlimited; // samples of one pass, if its share may be cut into several

    bool operator==(const RankModel &) const = default;
};

struct NodeModel {
    std::string name;
    std::vector<RankModel> ranks; // at least one
    Link inside; // between its ranks
    Link outside; // to other machines
    double idleWatts = 0; // 0: not known
    double pricePerHour = 0;

    bool operator==(const NodeModel &) const = default;
};

struct ClusterModel {
    std::vector<NodeModel> machines;
    std::vector<PairLink> pairs = {};
    Link shared = {}; // crossed by all that machines send each other; without bandwidth: nothing is
    double pricePerKilowattHour = 0;
};

struct JobModel {
    std::int64_t batch = 1; // units of a step, over all ranks
    std::int64_t steps = 1; // 0: not known
    double meanBatch = 0; // units of a step, over the whole job; 0: as the batch
    double gradientBytes = 0; // summed over all ranks in each step
    int sums = 0; // of small tensors in each step, which hide behind nothing
    double sumBytes = 0; // of one of them
    // Of the time in which a rank computes, the part in which gradients are ready to be exchanged: the backward pass of
    // its last micro-batch. 0: the exchange begins when everything is computed.
    double hidingPart = 2.0 / 3;
};

using NodeSet = std::vector<std::size_t>; // machines that take part, by their index, ascending

NodeSet allOf(const ClusterModel &cluster);

std::vector<RankLimits> limitsOf(const ClusterModel &cluster, const NodeSet &members); // of all their ranks, in order

// Samples a second of each member with the whole batch, or what of it fits, and nobody to wait for; summed.
double sumOfSolo(const ClusterModel &cluster, const NodeSet &members, std::int64_t batch);

} // namespace motley
