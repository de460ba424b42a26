// What the other machines of a run know of it when the one that coordinates it does not answer.
#pragma once

#include "remote/engine/enginecommands.h"
#include "remote/fleet/machine.h"
#include "remote/session/prompter.h"

#include <QString>

#include <stop_token>
#include <string>
#include <vector>

namespace motley {

struct MachineReport {
    enum class State {
        Unknown, // none of them answers
        Training,
        Ended, // in order
        Failed
    };
    State state = State::Unknown;
    QString machine; // that says so
    std::string why; // it failed, in the engine's words; empty: not known

    bool operator==(const MachineReport &) const = default;
};

// One that trains counts, as a run goes on without machines that it has lost; otherwise the first that answers: none of
// them trains on for longer than 10 s without the coordinating machine.
MachineReport askOtherMachines(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    Prompter &prompter, const std::stop_token &stop = {});

// Stops a run on the coordinating machine, or, where that does not answer, by the first other one that does: what one
// rank hears all do. The Error is that of the coordinating machine.
Result<void> stopOnAnyMachine(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    StopManner manner, Prompter &prompter, const std::stop_token &stop = {});

} // namespace motley
