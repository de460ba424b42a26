// The first step of a run's preparation: what each machine is, whether our engine runs there, and what of it takes
// part.
#pragma once

#include "remote/prepare/runhosts.h"

namespace motley {

// This computer's own, which is sent.
struct LocalEngine {
    std::string program;
    EngineNeeds needs;

    static Result<LocalEngine> find();
};

Result<void> preflight(const RunHosts &runHosts, const EngineNeeds &needs, RunHost &host, std::stop_token stop);

// After the preflight of all: fills in their candidates. Where GPUs shall take part and CUDA's libraries are missing
// here, it fetches them for `engine`, this computer's program. Errors name the device that cannot take part.
Result<void> chooseDevices(RunHosts &runHosts, const std::string &engine);

} // namespace motley
