// Shows a run on the terminal until it is over or left.
#pragma once

#include "remote/run/trainingrun.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace motley {

struct ShowOptions {
    std::vector<std::string> fingerprints; // of host keys that are accepted
    bool detach = false; // to return as soon as the training goes
    bool json = false;
};

void addShowOptions(CLI::App &command, ShowOptions &options); // --detach and --json; options must outlive command

// Runs the event loop, calls `begin` in it, and returns the exit code.
int showRun(RunHistory &history, const ShowOptions &options, const std::function<void(TrainingRun &)> &begin);

} // namespace motley
