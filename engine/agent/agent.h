// One machine's part of a run: its ranks started, watched and ended, its events handed to the coordinator.
// The agent of machine 0 coordinates: it holds the store, writes events.jsonl and decides how the run ended.
#pragma once

#include "engine/base/childprocess.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"
#include "engine/run/eventlog.h"

#include <functional>
#include <string>

namespace motley {

struct AgentOptions {
    RunFolder folder; // absolute
    LaunchSpec launch;
    std::function<void(const AgentReady &)> ready; // the store listens, or is joined
    EventLog::Observer observer; // of the coordinator: each event as it enters the log
    std::function<void(int rank, int pid)> started = {}; // each rank's process as it begins
    std::string engine = ownProgram(); // whose `worker` command the ranks are
};

// Stays until the run is over; then says how it ended, as far as this machine knows. Errors: the agent could not begin.
// SIGTERM, SIGINT and SIGHUP ask for a graceful stop; a second one, or SIGQUIT, ends the ranks at once.
Result<RunFinished> runAgent(AgentOptions options);

} // namespace motley
