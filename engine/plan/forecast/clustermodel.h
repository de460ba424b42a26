// The machines and the job as forecasts model them: speeds, links, prices.
#pragma once

#include "engine/job/exchangespec.h"
#include "engine/plan/balance/batchsplit.h"
#include "engine/plan/forecast/ringallreducecost.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct RankModel {
    StepTime time; // of this rank's part of a step; its secondsPerUnit must be above 0
    std::int64_t most = unlimited; // units that fit into its memory
    double relativeError = 0; // standard error of `time`, relative to it: the uncertainty of the measurement
    double noise = 0; // standard deviation of step times, relative to `time`: it varies from step to step
    double watts = 0; // while it computes, beyond its machine's idleWatts; 0: not known
    std::int64_t mostAtOnce = unlimited; // samples of one micro-batch, where a share may be cut into several

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
    Link shared = {}; // crossed by all traffic between machines; bandwidth 0: there is no such link
    double pricePerKilowattHour = 0;
};

struct JobModel {
    std::int64_t batch = 1; // units of a step, over all ranks
    std::int64_t steps = 1; // 0: not known
    double meanBatch = 0; // mean units of a step over the whole job; 0: as `batch`
    double gradientBytes = 0; // all-reduced in each step, as they are sent
    bool mirrors = false; // each rank sends the sums that it has to another one, too, after all computing
    double sentPart = 1; // bytes that are sent of a byte of gradients: fewer where they travel in fewer bits
    int sums = 0; // all-reduces of small tensors in each step, which computing does not hide
    double sumBytes = 0; // of each small all-reduce
    // The part of a rank's computing time during which gradients can be exchanged: the backward pass of its last
    // micro-batch. 0: the exchange begins when all computing is done.
    double hidingPart = 2.0 / 3;
    std::optional<ExchangeSpec::Between> adasum = {}; // nullopt: the gradients of all ranks are summed
};

using NodeSet = std::vector<std::size_t>; // indices of the machines that take part, ascending

NodeSet allOf(const ClusterModel &cluster);

std::vector<RankLimits> limitsOf(const ClusterModel &cluster, const NodeSet &members); // of all ranks, in order

std::vector<std::size_t> machinesOfRanks(const ClusterModel &cluster, const NodeSet &members); // in order

// The sum of the units per second that each rank of the members reaches alone, with the whole batch or as much as fits.
double sumOfSolo(const ClusterModel &cluster, const NodeSet &members, std::int64_t batch);

} // namespace motley
