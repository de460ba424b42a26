// Which of the machines at hand are worth taking, and what each one adds.
#pragma once

#include "engine/plan/forecast/forecast.h"

namespace motley {

struct MachineChoice {
    Forecast all; // with every machine
    Forecast best; // of all sets the one with the most throughput; of equal ones the smaller
    std::vector<Forecast> worthIt; // for each number of machines the best set, while one more gains something
    // Of each machine: by how much throughput grows if it joins all others. Below 0: dropping it gains. nullopt: it is
    // the only one, or the others cannot hold the batch without it.
    std::vector<std::optional<double>> gains;
};

// Every set is tried where there are few machines. Of many the best set is approached by adding the best machine to
// none, and by dropping the worst one from all, until nothing gains any more. Errors: those of forecast() with all
// machines.
Result<MachineChoice> chooseMachines(const JobModel &job, const ClusterModel &cluster);

constexpr std::size_t mostTriedAll = 10; // machines: 1023 sets

// What a person should know before pressing Start.
struct ForecastRemark {
    enum class Kind {
        Gains, // `amount`: by how much throughput grows with the machine
        Slows, // by how much it grows without it
        Idle, // the machine gets nothing to do
        Memory, // its memory, and not its speed, decides what it gets: `amount` units
        Network, // `amount` of a step goes by in the exchange; the machine has the slowest link
        Guess, // the forecast may be wrong by `amount`
    };
    Kind kind;
    std::size_t machine = 0;
    double amount = 0;

    bool operator==(const ForecastRemark &) const = default;
};
std::vector<ForecastRemark> remarksOn(const MachineChoice &choice, const ClusterModel &cluster);

} // namespace motley
