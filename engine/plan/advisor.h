// The guidelines in words, with the numbers of one job on given machines.
#pragma once

#include "engine/plan/forecast.h"
#include "engine/plan/guidelines.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct AdviceInput {
    JobModel job;
    ClusterModel cluster;
    std::optional<double> noiseScale; // in units, as measured in a run; nullopt: not known
    std::optional<std::int64_t> batchOfRate; // the batch that the job's learning rate was found with
    double wantedEfficiency = 0.8;
};

struct Advice {
    enum class Kind {
        Memory, // what fits, and which machine limits it
        Batch, // between what computes well and what converges well
        Machines, // how many more are worth it
        Network, // the bandwidth that hides the exchange
        LearningRate, // for this batch
    };
    Kind kind;
    std::string text; // a sentence or two
};

// What can be said; nothing about what is not known. Errors: those of forecast() with all machines.
Result<std::vector<Advice>> advise(const AdviceInput &input);

} // namespace motley
