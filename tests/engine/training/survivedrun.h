// A run that outlives some of its ranks, held against one that lost nobody: no step is skipped, repeated or said twice,
// no sample is left out, and the curve is the same.
#pragma once

#include "imageruns.h"
#include "survivalrun.h"

#include <set>

namespace motley {

constexpr std::int64_t survivalSteps = 20; // of two epochs

JobSpec survivalJob(const ImageRuns &runs);

struct SurvivedRun {
    std::set<int> lost; // ranks
    int generation = 0; // its last
    double most = 1e-4; // by which losses may be apart, relative
};
// What is wrong with the run; empty: nothing is.
QString wrongWith(const SurvivalRun &run, const RunResult &undisturbed, const SurvivedRun &expected);

std::vector<std::int64_t> stepsOf(const auto &events)
{
    std::vector<std::int64_t> found;
    for (const auto &event : events)
        found.push_back(event.step);
    return found;
}

} // namespace motley
