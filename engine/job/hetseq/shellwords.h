// Reads the simple commands of a shell script: their words after quotes and variables, as far as that is possible
// without running a program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// One list of words for each command, in order. Assignments to variables are applied; redirections, comments and
// control flow are left out. A variable that the script does not set stays as written ("${HOME}"), and so does
// "$(date)".
std::vector<std::vector<std::string>> shellCommands(std::string_view script);

} // namespace motley
