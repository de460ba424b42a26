// Applies the guidelines to one job on given machines. Results are numbers; the app puts them into words.
#pragma once

#include "engine/plan/forecast/forecast.h"
#include "engine/plan/forecast/guidelines.h"

#include <optional>
#include <variant>
#include <vector>

namespace motley {

// The learning rate that a job names, and the global batch that it is known to work with.
struct RateOrigin {
    double rate = 0;
    std::int64_t batch = 0;
    std::optional<RateRule> rule = {}; // by which the job itself scales the rate to its own batch

    bool operator==(const RateOrigin &) const = default;
};

struct AdviceInput {
    JobModel job;
    ClusterModel cluster;
    std::optional<double> noiseScale = {}; // gradient noise scale in units, measured in a run; nullopt: not known
    std::optional<RateOrigin> rate = {}; // nullopt: not known
    bool sharesCanBeCut = true; // into micro-batches without changing the result
    double wantedEfficiency = 0.8;
};

// How many samples the devices hold in one micro-batch.
struct MemoryAdvice {
    std::int64_t samples = 0; // of all devices together
    std::size_t machine = 0; // index of the machine whose device holds the fewest
    std::int64_t fewest = 0; // samples that this device holds
    bool sharesCanBeCut = true;

    bool operator==(const MemoryAdvice &) const = default;
};

// How the global batch compares with the gradient noise scale.
struct BatchAdvice {
    std::int64_t batch = 0;
    double noiseScale = 0;
    double samplesOverFewest = 1; // samples to reach a quality, over the fewest possible
    double stepsOverFewest = 1; // steps to reach a quality, over the fewest possible
    std::optional<double> fastest = {}; // the batch that reaches a quality soonest on these machines
    BatchFit fit = BatchFit::Good;

    bool operator==(const BatchAdvice &) const = default;
};

// How many ranks are worth it, by the lemma of Zou et al. (guidelines.h).
struct RanksAdvice {
    int ranks = 0;
    double speedUp = 1; // over an average single rank
    double efficiency = 1;
    double overhead = 0; // time that does not shrink with more ranks, over computing time; infinite: they gain nothing
    double wantedEfficiency = 1;
    double mostRanks = 0; // that reach wantedEfficiency; infinite: any number
    double overheadAllowed = 0; // the most that reaches wantedEfficiency with this number of ranks

    bool operator==(const RanksAdvice &) const = default;
};

// What each machine's link must carry for the backward pass to hide the exchange.
struct NetworkAdvice {
    double gradientBytes = 0;
    double neededBytesPerSecond = 0;
    std::optional<double> slowestBytesPerSecond = {}; // of the slowest link of the ring; nullopt: not known
    double waitingPart = 0; // part of a step that waits for the exchange

    bool operator==(const NetworkAdvice &) const = default;
};

struct RateAdvice {
    std::int64_t batch = 0;
    RateOrigin origin;
    double linear = 1; // factor of the rate by the linear rule
    double squareRoot = 1; // factor of the rate by the square-root rule

    bool operator==(const RateAdvice &) const = default;
};

using Advice = std::variant<MemoryAdvice, BatchAdvice, RanksAdvice, NetworkAdvice, RateAdvice>;

// All advice for which the numbers are known. `all`: the forecast with all machines.
std::vector<Advice> advise(const AdviceInput &input, const Forecast &all);

} // namespace motley
