// Options that several benches have.
#pragma once

#include "engine/bench/benchrun.h"

#include <CLI/CLI.hpp>

#include <string>

namespace motley {

// Adds --engine: a program. Default: a motley-engine beside this program or in ../native/bin, where a build puts the
// engine for this computer; empty if there is none.
void addEngineOption(CLI::App &command, std::string &engine);

// Adds --steps, --warm-up, --workers, --threads and --engine. Without --threads there are 0, until divideProcessors().
void addTimingOptions(CLI::App &command, BenchRunOptions &run);

// Gives each rank the same number of this computer's processors, at least one, where no number was given.
void divideProcessors(BenchRunOptions &run);

} // namespace motley
