// Runs timed by turns: while one set of them trains the others stand still, so that what disturbs the computer for a
// while meets all alike. In slices shorter than a step this holds for what disturbs it during a step too.
#pragma once

#include "engine/bench/childrun.h"

#include <CLI/CLI.hpp>

namespace motley {

struct RunSet {
    JobSpec job;
    std::vector<BenchRunOptions> runs; // that train it at the same time, but know nothing of each other
    double warmUpSeconds = 0; // where it takes longer than the turns say
};

struct TurnOptions {
    double warmUpSeconds = 20; // of each set, after the last of its runs has done its first step
    double seconds = 3; // of each turn, and on until each run has done some steps
    int turns = 5;
    double sliceSeconds = 0; // a turn in pieces of this length, by turns with those of the others; 0: in one piece
    std::string engine; // the program that all ranks are processes of
};

void addTurnOptions(CLI::App &command, TurnOptions &options); // --turns, --warm-up, --seconds, --engine

// Of each turn, set and run the steps that were whole in it; in slices those that ended in it. Every run has an agent
// of its own, which is a child of this process: call it before this process has other threads. Errors: what ended one
// of them before its time, or a signal that asks to stop.
using Turn = std::vector<std::vector<TimedRun>>;
Result<std::vector<Turn>> timeByTurns(const std::vector<RunSet> &sets, const TurnOptions &options);

// One turn of one set.
Result<std::vector<TimedRun>> timeOnce(const RunSet &set, TurnOptions options);

} // namespace motley
