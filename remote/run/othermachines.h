// What the other machines of a run know of it when the one that is followed does not answer, or has no agent.
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
    std::size_t index = 0; // of that machine
    bool hasEvents = false; // it trains and has the events of the run: it can be followed

    bool operator==(const MachineReport &) const = default;
};

// All but the one that is followed. One that trains and has the events counts, as a run goes on without machines that
// it has lost; then one that trains; otherwise the first that answers.
MachineReport askOtherMachines(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    std::size_t followed, Prompter &prompter, const std::stop_token &stop = {});

// Stops a run by the first of its machines that answers and takes part in it: what one rank hears all do. The Error is
// that of the first machine.
Result<void> stopOnAnyMachine(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    StopManner manner, Prompter &prompter, const std::stop_token &stop = {});

// The same for a checkpoint, which does not end it.
Result<void> saveOnAnyMachine(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    Prompter &prompter, const std::stop_token &stop = {});

} // namespace motley
