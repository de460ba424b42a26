// The results of `balance`, for people and for programs.
#pragma once

#include "engine/bench/benchreport.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace motley {

// Samples per second of the runs that took turns.
struct BalanceTurn {
    std::vector<double> solo; // of each rank in a run of its own, all at the same time
    double even = 0; // of one run with even shares
    double mixed = 0; // of one run with shares by speed

    double sum() const { return std::accumulate(solo.begin(), solo.end(), 0.0); }
};

struct BalanceRow {
    std::string task;
    std::int64_t batch = 0;
    std::vector<double> speeds; // percent of a processor for each rank
    std::vector<std::int64_t> shares; // in the last step of the last mixed run
    std::vector<BalanceTurn> turns; // equally many of each life
    std::vector<StepDone> steps; // of all mixed runs
    // For each life, the part of the sum of solo speeds that the best split would reach in the measured steps; the rest
    // is lost to noise in the step times.
    std::vector<double> reachable;

    std::vector<BenchTimes> times() const; // of each rank in the mixed runs
    // Medians over the turns.
    std::vector<double> solo() const;
    double sum() const;
    double mixed() const;
    double even() const;
    double ratio() const; // mixed run over sum of solo runs
};

std::string joined(const std::vector<double> &numbers); // "100 : 50"
void show(const std::vector<BalanceRow> &rows); // on stdout, with one line of JSON at the end

} // namespace motley
