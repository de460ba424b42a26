// The folders of removed runs on their machines. The list of runs (RunHistory) remembers each until it is gone, as its
// machine may be away. Blocking.
#pragma once

#include "remote/history/runrecord.h"
#include "remote/session/prompter.h"

#include <stop_token>

namespace motley {

// On all machines at once. Error: on which machines files stay, and why.
Result<void> removeFromMachines(
    const QString &dataFolder, const RunRecord &run, Prompter &prompter, const std::stop_token &stop = {});

// What any removed run has left on a machine that answers; for Fleet::setAtContact().
void removeWhatWasLeft(
    const QString &dataFolder, const Machine &machine, Session &session, const std::stop_token &stop = {});

} // namespace motley
