// Motley without a window: `motley machines`, `run`, `watch`, `stop`, `runs`. Uses the same objects as the window's
// pages.
#pragma once

namespace motley {

bool isCommandLine(int argc, char **argv); // there are arguments, and the first is no option of Qt's such as -platform

// Makes its own QCoreApplication and returns the exit code: 0 done, 1 failed, 2 wrong usage, 3 the run failed,
// 4 the run was stopped or paused.
int runCommandLine(int argc, char **argv);

} // namespace motley
