// Runs one machine's part of a run: starts, watches and ends its ranks, and sends their events to the coordinator. The
// agent of machine 0 is the coordinator at first: the others connect to it. It writes events.jsonl and decides how the
// run ended. Where it is lost, the next one that is left takes its place.
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
    std::function<void(const AgentReady &)> ready; // called when it listens or, on other machines, is connected
    EventLog::Observer observer; // on the coordinator: called with each event as it enters the log
    std::function<void(int rank, int pid)> started = {}; // called with each rank's process as it begins
    bool isBack = false; // the run goes on without this machine, which takes part again
    bool startsAfterRestart = false; // of the machine, by itself, to take part again
    std::string engine = ownProgram(); // the program whose `worker` command each rank runs
};

// Returns when the run is over, with how it ended as far as this machine knows. Errors: the agent could not begin.
// Where the log in the machine's folder does not say how the run ended, end.json there does.
// SIGTERM, SIGINT and SIGHUP ask for a graceful stop; a second one, or SIGQUIT, ends the ranks at once. SIGUSR2 pauses:
// a graceful stop with the outcome Paused, unless another stop is asked for meanwhile. SIGUSR1 asks for a checkpoint
// after the step in progress.
Result<RunFinished> runAgent(AgentOptions options);

} // namespace motley
