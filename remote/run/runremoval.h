// The folders of a run on its machines, removed once the run is forgotten here. Blocking.
#pragma once

#include "remote/history/runrecord.h"

#include <stop_token>

namespace motley {

// On all machines at once; nobody is asked. Error: on which machines files stay, and why.
Result<void> removeFromMachines(const RunRecord &run, std::stop_token stop = {});

} // namespace motley
