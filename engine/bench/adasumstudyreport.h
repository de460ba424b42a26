// The command `motley-bench adasum --study`: its options, and how its results are printed.
#pragma once

#include "engine/commands/commands.h"

namespace motley {

// Adds --study and its options to the command `adasum`. What it returns is to be called once the command line is
// parsed, and gives the study if that was asked for, otherwise nothing.
std::function<Action()> addAdasumStudy(CLI::App &command);

} // namespace motley
