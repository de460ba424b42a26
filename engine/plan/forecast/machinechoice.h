// Which machines are worth using, and what each one adds.
#pragma once

#include "engine/plan/forecast/forecast.h"

namespace motley {

struct MachineChoice {
    Forecast all; // with every machine
    Forecast best; // the set of machines with the most throughput; of equal ones the smaller
    std::vector<Forecast> worthIt; // the best set of each size, as long as a larger one has more throughput
    // For each machine, the relative gain of throughput if it joins all others. Below 0: leaving it out is faster.
    // nullopt: it is the only one, or the others cannot hold the batch without it.
    std::vector<std::optional<double>> gains;
};

// Up to `mostTriedAll` machines every set is tried. With more, the best set is searched greedily, by adding the best
// machine to none and by dropping the worst one from all. Errors: those of forecast() with all machines.
Result<MachineChoice> chooseMachines(const JobModel &job, const ClusterModel &cluster);

constexpr std::size_t mostTriedAll = 10; // machines: 1023 sets

// A remark on a forecast that the app shows before the start of a run.
struct ForecastRemark {
    enum class Kind {
        Gains, // `amount`: relative gain of throughput with the machine
        Slows, // all machines outside the best set, if it is faster; `amount`: relative gain without them
        Idle, // a machine outside the best set that gets no work and slows nothing
        Memory, // the machine's memory, not its speed, limits its share to `amount` units
        Network, // `amount`: part of a step spent in the exchange; the machine has the slowest link
        Guess, // `amount`: relative error of the forecast, because earlier runs on the machine were not as it was
               // measured
    };
    Kind kind;
    NodeSet machines; // one, and with Slows one or more
    double amount = 0;

    bool operator==(const ForecastRemark &) const = default;
};

// All advice to leave machines out follows from the best set, so that none of it contradicts the table of sets.
std::vector<ForecastRemark> remarksOn(const MachineChoice &choice, const ClusterModel &cluster);

} // namespace motley
