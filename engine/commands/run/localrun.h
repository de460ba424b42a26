// A run on this machine alone, made ready for its agent.
#pragma once

#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <string>
#include <vector>

namespace motley {

struct LocalRunOptions {
    std::string jobPath;
    int workers = 1;
    int threads = 0; // of each worker; 0: the processors are split among them
    std::vector<double> shares; // in proportion, and so they stay; empty: even at first
    std::vector<double> speeds; // samples a second, measured of each worker: the first shares follow; empty: not known
    std::vector<std::int64_t> memory; // MiB that each worker may fill, 0 for all there is; empty: as the job says
    std::string device = "cpu";
    std::string runFolder; // empty: a new one under the install root
    std::string resumeFrom; // folder of a checkpoint; empty: start anew
};

struct LocalRun {
    RunFolder folder;
    LaunchSpec launch;
};

// Reads the job, finds its data, plans, and writes job.json and launch.json into the run folder.
Result<LocalRun> prepareLocalRun(const LocalRunOptions &options);

} // namespace motley
