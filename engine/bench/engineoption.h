// The option for the engine to measure.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace motley {

// Adds --engine: a program. Default: a motley-engine beside this program or in ../native/bin, where a build puts the
// engine for this computer; empty if there is none.
void addEngineOption(CLI::App &command, std::string &engine);

} // namespace motley
