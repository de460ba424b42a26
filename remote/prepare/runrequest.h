// What a run shall train, and on which devices; and how far each machine is while that run is prepared.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
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
    // What a Measurement found for this request a moment ago, which is not measured again.
    std::vector<CandidateMachine> measured{};

    bool operator==(const RunRequest &) const = default;
};

// Progress of one machine while a run is prepared.
struct MachineProgress {
    QString machine;
    QString stage; // "Sending the engine", "Measuring its speed": in English, whatever language it is shown in
    qint64 done = 0; // bytes; total 0: not known
    qint64 total = 0;
};

QString stageWords(const MachineProgress &progress); // in the language of today

} // namespace motley
