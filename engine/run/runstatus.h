// What can be said about a run from its folder alone.
#pragma once

#include "engine/protocol/answers.h"
#include "engine/protocol/runfolder.h"

namespace motley {

Result<RunStatus> statusOf(const RunFolder &folder);

} // namespace motley
