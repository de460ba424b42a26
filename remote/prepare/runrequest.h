// What a run shall train, and on which devices; and how far each machine is while that run is prepared.
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
    // The ticked devices of each machine. None: its GPUs, or the CPU if it has no GPU. A CUDA device without a UUID:
    // all GPUs.
    std::vector<std::vector<Device>> devices;
    int cpuRanksPerMachine = 1; // on machines whose CPU is ticked
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
