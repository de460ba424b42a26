// Which process is the agent of a run folder, and whether it is alive. A pid alone is never trusted: it may be another
// process's by now.
#pragma once

#include "engine/protocol/agentidentity.h"
#include "engine/protocol/runfolder.h"

#include <optional>

namespace motley {

enum class Liveness { Alive, Dead, Elsewhere }; // elsewhere: on another machine that shares the folder

AgentIdentity ownIdentity();
Liveness livenessOf(const AgentIdentity &identity);

std::optional<AgentIdentity> agentOf(const RunFolder &folder); // nullopt: none has ever been, or agent.json is damaged

// Makes this process the folder's agent. Errors if another one lives.
Result<void> claim(const RunFolder &folder);

// Sends the agent a signal. False if that very process is gone; another process with its pid gets no signal.
bool signalAgent(const AgentIdentity &identity, int signal);

} // namespace motley
