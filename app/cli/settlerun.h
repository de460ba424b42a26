// What has become of a run that the history believes to be running: its machines are asked, and what it has left is
// copied here.
#pragma once

#include "remote/history/runrecord.h"
#include "remote/run/othermachines.h"

#include <optional>

namespace motley {

struct SettledRun {
    RunRecord record; // as the history knows it now
    MachineReport report; // of the coordinating machine or, where that does not answer, of another one
    std::optional<Error> error; // why the coordinating machine could not be asked
};

enum class SettledWhen { Over, Known }; // known: a machine says that it trains

// Follows the run until then, or for half a minute.
SettledRun settleRun(RunHistory &history, const RunRecord &record, Prompter &prompter, SettledWhen when);

// For a run that has ended in order, where the machine with its result does not answer.
RunRecord storeAsOver(RunHistory &history, RunRecord record, RunRecord::Outcome outcome);

} // namespace motley
