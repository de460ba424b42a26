// The exit codes of the command line.
#pragma once

namespace motley {

enum ExitCode { Done = 0, Failed = 1, WrongUsage = 2, RunFailed = 3, RunStopped = 4 };

} // namespace motley
