// Which engine is measured.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace motley {

// --engine: a program. By default a motley-engine that lies beside this program or in ../native/bin, where a build puts
// the one that stays on this computer; empty where there is none.
void addEngineOption(CLI::App &command, std::string &engine);

} // namespace motley
