// Predicts time, energy and cost of a run on given machines, before it begins.
#pragma once

#include "engine/base/result.h"
#include "engine/plan/forecast/clustermodel.h"
#include "engine/protocol/plan.h"

#include <optional>

namespace motley {

struct Forecast {
    NodeSet machines;
    std::vector<std::int64_t> shares; // of the machines' ranks, in order
    int groups = 0; // between which Adasum joins updates, on which the curve depends; 0: gradients are summed
    double computeSeconds = 0; // of the slowest rank
    double exchangeSeconds = 0; // of gradients and, with Adasum, of updates, the part that computing does not hide
    double sumSeconds = 0; // of the all-reduces of small tensors
    double relativeError = 0; // one standard error of the step time, relative to it
    double unitsPerSecond = 0;
    double efficiency = 0; // unitsPerSecond over the sum of what all ranks reach alone
    double meanStepSeconds = 0; // over the whole job, whose epochs may have different batches
    double hours = 0; // of the whole job; 0: not known
    std::optional<double> kilowattHours; // nullopt: no machine's power is known
    double cost = 0; // of machines and energy
    std::size_t slowestMachine = 0;

    double stepSeconds() const { return computeSeconds + exchangeSeconds + sumSeconds; }
};

// The part of a forecast that a plan carries, to compare it with the measured steps.
PredictedStep stepOf(const Forecast &forecast);

// The forecast with the fastest split of the batch, or of equal batches where Adasum joins groups of machines. Errors:
// no members; the batch does not fit their memory (names how many units fit).
Result<Forecast> forecast(const JobModel &job, const ClusterModel &cluster, const NodeSet &members);

// The forecast with given shares, such as even ones.
Forecast forecastWithShares(
    const JobModel &job, const ClusterModel &cluster, const NodeSet &members, const std::vector<std::int64_t> &shares);

// Seconds by which the exchange of gradients makes a step longer. Buckets are all-reduced one after the other while the
// backward pass computes the next; the last one is ready only when all is computed. A step is as long as the longer of
// two chains: all computing and then the last bucket, or the first bucket's gradients and then the whole exchange. This
// is the model of Cannikin (Nie et al., Middleware 2024).
double exposedSeconds(const JobModel &job, double computeSeconds, const RingAllReduceCost &ring);

RingAllReduceCost ringOf(const ClusterModel &cluster, const NodeSet &members);

} // namespace motley
