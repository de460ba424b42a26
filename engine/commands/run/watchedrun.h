// A run whose coordinating agent is this process, shown in the terminal until its end.
#pragma once

#include "engine/agent/agent.h"

namespace motley {

// A progress line and a summary, or the events as JSON lines. Returns the exit code. The observer is this one's own.
int watchRun(AgentOptions agent, bool json);

} // namespace motley
