// Machines that were measured on a fine-tune.
#pragma once

#include "engine/plan/planner.h"

#include <cstdint>
#include <string>

namespace motley {

// 1,600 MiB of weights below an adapter, which take 830 in int8 and 430 in NF4; 100 MiB for each sequence of 2,048
// tokens.
inline CandidateMachine adapting(const std::string &name, std::int64_t freeMebibytes)
{
    constexpr std::int64_t mebibyte = 1 << 20;
    const std::string address = "10.0.0." + std::to_string(name.size());
    CandidateMachine made{name, {}, {{}}};
    made.report.interfaces = {{"eth0", {address + "/24"}, 1000, true, false}};
    made.report.sshServerAddress = address;
    made.report.memoryAvailableBytes = (freeMebibytes + 512) * mebibyte; // the engine itself takes 512
    SpeedReport speed{100, 0, 0.01};
    MemoryReport &memory = speed.memory;
    memory.parameterBytes = 10 * mebibyte;
    memory.stateBytes = 20 * mebibyte;
    memory.frozenBytes = 1650 * mebibyte;
    memory.heldBytes = memory.updatePeakBytes = 1680 * mebibyte;
    memory.passSamples = 4;
    memory.passPeakBytes = memory.barePassPeakBytes = (1700 + 400) * mebibyte;
    memory.smallPassSamples = 1;
    memory.smallPassPeakBytes = memory.smallBarePassPeakBytes = (1700 + 100) * mebibyte;
    memory.baseBytes = memory.plainBaseBytes = 1600 * mebibyte;
    memory.int8BaseBytes = 830 * mebibyte;
    memory.nf4BaseBytes = 430 * mebibyte;
    made.candidates.front().speed = speed;
    return made;
}

inline JobSpec fineTune(const std::string &start = "model")
{
    LanguageModelSpec text;
    text.model.start = start;
    text.model.context = 2048;
    text.adapter.rank = 16;
    JobSpec job;
    job.task = text;
    job.batch = 8;
    job.checkpoint.async = false;
    job.memory.shard = MemorySpec::Shard::Never;
    return job;
}

} // namespace motley
