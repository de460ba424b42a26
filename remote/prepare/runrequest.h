// What is asked of a run, and how far each machine is while that run is prepared.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/device.h"
#include "remote/fleet/machine.h"

#include <QString>

#include <vector>

namespace motley {

struct RunRequest {
    JobSpec job; // with paths on this computer
    std::vector<Machine> machines; // the first one coordinates
    // Ticked, per machine. None: its GPUs, or the CPU if it has none. A CUDA device without a UUID: all GPUs.
    std::vector<std::vector<Device>> devices;
    int cpuRanksPerMachine = 1; // where the CPU is ticked
    int threadsPerCpuRank = 0; // 0: processors / ranks
};

// Progress of one machine while a run is prepared.
struct MachineProgress {
    QString machine;
    QString stage; // a translated sentence: "Sending the engine", "Measuring its speed"
    qint64 done = 0; // bytes; total 0: not known
    qint64 total = 0;
};

} // namespace motley
