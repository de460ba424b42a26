// Runs the coordinating agent in this process and shows the run in the terminal.
#pragma once

#include "engine/agent/agent.h"

namespace motley {

// Prints a progress line and a summary, or with `json` the events as JSON lines. Returns the exit code. Sets
// agent.observer itself.
int watchRun(AgentOptions agent, bool json);

} // namespace motley
