// The commands that measure or simulate whole runs: `bench` with its parts, `simulate`, and `sums`.
#pragma once

#include "engine/commands/commands.h"

namespace motley {

void addBench(CLI::App &engine, Action &chosen);
void addBenchBalance(CLI::App &bench, Action &chosen);
void addBenchForecast(CLI::App &bench, Action &chosen);
void addSimulate(CLI::App &engine, Action &chosen);
void addSums(CLI::App &engine, Action &chosen);

} // namespace motley
