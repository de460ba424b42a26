// Measures the machines of a request while the user waits at a terminal.
#pragma once

#include "engine/plan/candidate.h"
#include "engine/plan/forecast/machinechoice.h"
#include "engine/plan/runmodel.h"
#include "remote/history/profilestore.h"
#include "remote/prepare/runrequest.h"
#include "remote/session/prompter.h"

namespace motley {

// Stores the measured speeds in `speeds`, and completes them with those of earlier runs. Prints its progress on stderr
// unless `isQuiet`. Errors: whatever keeps a run on these machines from being prepared.
Result<std::vector<CandidateMachine>> measureNow(
    const RunRequest &request, const ProfileStore &speeds, Prompter &prompter, bool isQuiet);

struct ModelledChoice {
    RunModel model;
    MachineChoice choice;
};
Result<ModelledChoice> modelledChoice(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// Keeps only those machines of the request that are fastest together, and what was measured of all of them.
RunRequest withBestMachines(
    const RunRequest &request, const MachineChoice &choice, const std::vector<CandidateMachine> &measured);

} // namespace motley
