// A program's commands and options as one JSON object, of which its manual page and the completions of shells are made.
#pragma once

#include <CLI/App.hpp>

namespace motley {

// Adds --definitions, which prints them. It stands in no help.
void addDefinitionsOption(CLI::App &program);

} // namespace motley
