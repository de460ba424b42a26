#include "engine/run/runstatus.h"

#include "engine/run/agentpidfile.h"
#include "engine/run/eventreader.h"

namespace motley {

Result<RunStatus> statusOf(const RunFolder &folder)
{
    const auto agent = agentOf(folder); // before the log: an agent that ends meanwhile has finished its log
    const bool lives = agent && livenessOf(*agent) != Liveness::Dead;
    const auto log = summarize(folder.events());
    if (!log)
        return tl::unexpected(log.error());
    const auto state = log->finished ? RunStatus::State::Finished
        : lives                      ? RunStatus::State::Running
                                     : RunStatus::State::Dead;
    return RunStatus{state, log->lastSequence, log->step};
}

} // namespace motley
