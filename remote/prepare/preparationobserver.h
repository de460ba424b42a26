// What a preparation tells while it goes on.
#pragma once

#include "engine/plan/candidate.h"
#include "engine/protocol/plan.h"
#include "remote/engine/enginecommands.h"
#include "remote/prepare/runrequest.h"

#include <functional>
#include <vector>

namespace motley {

enum class PreparationStage { Probing, Deploying, Measuring, Launching };

struct PreparationObserver { // called from several threads
    std::function<void(PreparationStage)> entered;
    std::function<void(const MachineProgress &)> progressed;
    std::function<void(const std::vector<CandidateMachine> &)> measured; // may be an empty function
    std::function<void(const Plan &)> planned;
    std::function<void(const std::vector<RemoteRun> &)> placed; // before the first agent starts
};

} // namespace motley
