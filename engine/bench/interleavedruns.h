// Times runs in turns: while one set of runs trains, the others are held, so that disturbances of the computer affect
// all alike. With slices shorter than a step this also holds for short disturbances.
#pragma once

#include "engine/bench/childrun.h"

#include <CLI/CLI.hpp>

namespace motley {

struct RunSet {
    JobSpec job;
    std::vector<BenchRunOptions> runs; // independent runs of the job at the same time
    double warmUpSeconds = 0; // if longer than TurnOptions::warmUpSeconds
};

struct TurnOptions {
    double warmUpSeconds = 20; // of each set, after the first step of its last run
    double seconds = 3; // of each turn, extended until each run has done a step
    int turns = 5;
    double sliceSeconds = 0; // turns are cut into slices of this length, alternating between the sets; 0: not cut
    std::string engine; // program of the rank processes
};

void addTurnOptions(CLI::App &command, TurnOptions &options); // --turns, --warm-up, --seconds, --engine

// For each turn, set and run the steps that lie within the turn; with slices those that ended in it. Every run has an
// agent of its own as a child process, so this must be called before this process has other threads. Errors: what ended
// one of the runs early, or a signal to stop.
using Turn = std::vector<std::vector<TimedRun>>;
Result<std::vector<Turn>> timeByTurns(const std::vector<RunSet> &sets, const TurnOptions &options);

// Times one turn of one set.
Result<std::vector<TimedRun>> timeOnce(const RunSet &set, TurnOptions options);

// What turns of several sets of one run each say of a set.
struct ComparedSet {
    std::vector<StepDone> steps;
    std::vector<CheckpointSaved> checkpoints;
    double stepSeconds = 0; // of a step with all that lies between steps: the median of the turns' means
    double longestSeconds = 0;
    double ratio = 1; // of stepSeconds to that of the first set, the median over the turns
};
std::vector<ComparedSet> compareTurns(const std::vector<Turn> &turns);

} // namespace motley
