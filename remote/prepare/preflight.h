// The first step of a run's preparation: what each machine is, whether our engine runs there, and which of its devices
// take part.
#pragma once

#include "remote/prepare/runhosts.h"

namespace motley {

// This computer's own engine, which is sent to the other machines.
struct LocalEngine {
    std::string program;
    EngineNeeds needs;

    static Result<LocalEngine> find();
};

Result<void> preflight(const RunHosts &runHosts, const EngineNeeds &needs, RunHost &host, std::stop_token stop);

// To be called after the preflight of all machines: fills in their candidates. Where GPUs shall take part and CUDA's
// libraries are missing on this computer, it fetches them for `engine`, this computer's program. Errors name the device
// that cannot take part.
Result<void> chooseDevices(RunHosts &runHosts, const std::string &engine);

} // namespace motley
