// Prepares a run on this machine alone for its agent.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <string>
#include <vector>

namespace motley {

struct LocalRunOptions {
    std::string jobPath;
    int workers = 1;
    int threads = 0; // of each worker; 0: the processors are divided among them
    std::vector<double> shares; // relative, kept during the run; empty: even at first, then rebalanced
    std::vector<double> speeds; // measured samples per second of each worker, for the first shares; empty: not known
    std::vector<std::int64_t> memory; // MiB that each worker may fill, 0: no limit; empty: as the job says
    std::string device = "cpu";
    std::string runFolder; // empty: a new one in the install root
    std::string resumeFrom; // folder of a checkpoint; empty: start anew
};

struct LocalRun {
    RunFolder folder;
    LaunchSpec launch;
};

// Reads the job, finds its data, plans, and writes job.json and launch.json into the run folder.
Result<LocalRun> prepareLocalRun(const LocalRunOptions &options);

} // namespace motley
