// What `balance` found out, for people and for programs.
#pragma once

#include "engine/bench/benchreport.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace motley {

// Samples a second while the runs took turns.
struct BalanceTurn {
    std::vector<double> solo; // all at once but each on its own
    double even = 0;
    double mixed = 0;

    double sum() const { return std::accumulate(solo.begin(), solo.end(), 0.0); }
};

struct BalanceRow {
    std::string task;
    std::int64_t batch = 0;
    std::vector<double> speeds; // percent of a processor
    std::vector<std::int64_t> shares; // of the last mixed run, in its last step
    std::vector<BalanceTurn> turns; // as many of each life
    std::vector<StepDone> steps; // of all mixed runs
    // Of the sum in each life, by the best split for the same steps: the rest is lost to this computer's noise.
    std::vector<double> reachable;

    std::vector<BenchTimes> times() const; // of each rank together with the others
    // Medians of the turns.
    std::vector<double> solo() const;
    double sum() const;
    double mixed() const;
    double even() const;
    double ratio() const; // of the mixed run to the sum
};

std::string joined(const std::vector<double> &numbers); // 100 : 50
void show(const std::vector<BalanceRow> &rows); // on standard output, with one line of JSON at the end

} // namespace motley
