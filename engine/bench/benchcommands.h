// The commands of motley-bench, which measures and simulates whole runs.
#pragma once

#include "engine/commands/commands.h"

namespace motley {

void addAdasum(CLI::App &program, Action &chosen);
void addApp(CLI::App &program, Action &chosen);
void addBalance(CLI::App &program, Action &chosen);
void addCheckpointTimes(CLI::App &program, Action &chosen);
void addFineTune(CLI::App &program, Action &chosen);
void addForecast(CLI::App &program, Action &chosen);
void addGoodput(CLI::App &program, Action &chosen);
void addMembership(CLI::App &program, Action &chosen);
void addPlainWorker(CLI::App &program, Action &chosen); // a rank that `membership` starts
void addSimulate(CLI::App &program, Action &chosen);
void addSteps(CLI::App &program, Action &chosen);
void addWorkers(CLI::App &program, Action &chosen);

} // namespace motley
