// What a run will take on given machines, before it begins: time, energy and money.
#pragma once

#include "engine/base/result.h"
#include "engine/plan/forecast/clustermodel.h"
#include "engine/protocol/plan.h"

#include <optional>

namespace motley {

struct Forecast {
    NodeSet machines;
    std::vector<std::int64_t> shares; // of their ranks, in order
    double computeSeconds = 0; // of the slowest rank
    double exchangeSeconds = 0; // of the gradients, as far as computing does not hide it
    double sumSeconds = 0; // of small tensors
    double relativeError = 0; // of a step: one standard error
    double unitsPerSecond = 0;
    double efficiency = 0; // unitsPerSecond over what all ranks reach alone, summed
    double meanStepSeconds = 0; // over the whole job, whose epochs may have batches of their own
    double hours = 0; // of the whole job; 0: not known
    std::optional<double> kilowattHours; // nullopt: no machine's power is known
    double cost = 0; // of machines and energy
    std::size_t slowestMachine = 0;

    double stepSeconds() const { return computeSeconds + exchangeSeconds + sumSeconds; }
};

// What of it a plan carries, to be held against the steps that come.
PredictedStep stepOf(const Forecast &forecast);

// Errors: nothing takes part; the batch does not fit the memory of those that do (says how much would).
Result<Forecast> forecast(const JobModel &job, const ClusterModel &cluster, const NodeSet &members);

// The same with shares of the ranks that are given, such as even ones.
Forecast forecastWithShares(
    const JobModel &job, const ClusterModel &cluster, const NodeSet &members, const std::vector<std::int64_t> &shares);

// How much of the exchange of gradients makes a step longer. Buckets are sent one after the other while the backward
// pass computes the next; the last one is ready only when all is computed. That a step is as long as the longer of the
// two chains, computing and the last bucket, or the first bucket and the exchange, is the model of Cannikin (Nie et
// al., Middleware 2024).
double exposedSeconds(const JobModel &job, double computeSeconds, const RingAllReduceCost &ring);

RingAllReduceCost ringOf(const ClusterModel &cluster, const NodeSet &members);

} // namespace motley
