// The simple commands of a shell script: their words after quotes and variables, as far as no program has to run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// One list of words for each command, in order; assignments are followed, redirections, comments and what controls the
// flow are left out. A variable that the script does not set stays as it is written ("${HOME}"), and so does "$(date)".
std::vector<std::vector<std::string>> shellCommands(std::string_view script);

} // namespace motley
