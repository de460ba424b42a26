// What starts this machine's part of a run again once the machine was restarted, where nobody logs in: an entry of the
// account that the run has here, in its systemd or in its crontab, which starts `motley-engine dial-in`. Where folder
// or engine are gone by then, the entry removes itself.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/runfolder.h"

#include <string>

namespace motley {

constexpr int daysUntilGivenUp = 7; // that a lost machine tries to take part again, and that `gc` keeps what it needs

// `engine`: the program, as it is known by then. Returns what the entry is, in words. Errors: the machine has nothing
// that starts it, or that refuses; the paths have characters that would end the entry.
Result<std::string> writeBootEntry(const RunFolder &folder, const std::string &engine);

bool hasBootEntry(const RunFolder &folder); // as far as the folder says
std::string engineOfBootEntry(const RunFolder &folder); // empty: there is no entry

// Also where the folder is gone. Errors: what is left, and why.
Result<void> removeBootEntry(const RunFolder &folder);

} // namespace motley
