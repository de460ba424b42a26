// Measures the machines of a request while a person waits for it at a terminal.
#pragma once

#include "engine/plan/candidate.h"
#include "engine/plan/forecast/machinechoice.h"
#include "engine/plan/runmodel.h"
#include "remote/history/speedbook.h"
#include "remote/prepare/runrequest.h"
#include "remote/session/prompter.h"

namespace motley {

// Keeps what it measures in the book, and adds what that knows of earlier runs. Names what it is at on stderr, unless
// `isQuiet`. Errors: what keeps a run on these machines from being prepared.
Result<std::vector<CandidateMachine>> measureNow(
    const RunRequest &request, const SpeedBook &speeds, Prompter &prompter, bool isQuiet);

struct ModelledChoice {
    RunModel model;
    MachineChoice choice;
};
Result<ModelledChoice> modelledChoice(const JobSpec &job, const std::vector<CandidateMachine> &machines);

// The machines that are fastest together, of those that the request has.
RunRequest withBestMachines(RunRequest request, const MachineChoice &choice);

} // namespace motley
