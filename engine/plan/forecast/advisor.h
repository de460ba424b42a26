// The guidelines with the numbers of one job on given machines. What they mean to people is said elsewhere.
#pragma once

#include "engine/plan/forecast/forecast.h"
#include "engine/plan/forecast/guidelines.h"

#include <optional>
#include <variant>
#include <vector>

namespace motley {

// The rate that a job names, and the batch that it is known to be good with.
struct RateOrigin {
    double rate = 0;
    std::int64_t batch = 0;
    std::optional<RateRule> rule = {}; // by which the job itself scales it to its own batch

    bool operator==(const RateOrigin &) const = default;
};

struct AdviceInput {
    JobModel job;
    ClusterModel cluster;
    std::optional<double> noiseScale = {}; // in units, as measured in a run; nullopt: not known
    std::optional<RateOrigin> rate = {}; // nullopt: not known
    bool sharesCanBeCut = true; // into passes, without another result
    double wantedEfficiency = 0.8;
};

// Samples that devices hold in one pass.
struct MemoryAdvice {
    std::int64_t samples = 0; // all devices together
    std::size_t machine = 0; // whose device holds the fewest
    std::int64_t fewest = 0;
    bool sharesCanBeCut = true;

    bool operator==(const MemoryAdvice &) const = default;
};

// Between what computes well and what learns well.
struct BatchAdvice {
    std::int64_t batch = 0;
    double noiseScale = 0;
    double samplesOverFewest = 1;
    double stepsOverFewest = 1;
    std::optional<double> fastest = {}; // the batch that reaches a quality soonest on these machines
    BatchFit fit = BatchFit::Good;

    bool operator==(const BatchAdvice &) const = default;
};

// How many ranks are worth it, by the lemma.
struct RanksAdvice {
    int ranks = 0;
    double speedUp = 1; // over one of them, on average
    double efficiency = 1;
    double overhead = 0; // what does not shrink with more of them, over computing; infinite: they gain nothing
    double wantedEfficiency = 1;
    double mostRanks = 0; // with that efficiency; infinite: any number
    double overheadAllowed = 0; // with that efficiency, for this number

    bool operator==(const RanksAdvice &) const = default;
};

// What each machine's link must carry for the backward pass to hide the exchange.
struct NetworkAdvice {
    double gradientBytes = 0;
    double neededBytesPerSecond = 0;
    std::optional<double> slowestBytesPerSecond = {}; // that links carry; nullopt: not known
    double waitingPart = 0; // of a step, for the exchange

    bool operator==(const NetworkAdvice &) const = default;
};

struct RateAdvice {
    std::int64_t batch = 0;
    RateOrigin origin;
    double linear = 1; // factors of the rate
    double squareRoot = 1;

    bool operator==(const RateAdvice &) const = default;
};

using Advice = std::variant<MemoryAdvice, BatchAdvice, RanksAdvice, NetworkAdvice, RateAdvice>;

// What can be said; nothing about what is not known. `all`: the forecast with all machines.
std::vector<Advice> advise(const AdviceInput &input, const Forecast &all);

} // namespace motley
