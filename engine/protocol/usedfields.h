// Which fields of a job an optimizer or a schedule reads: a form hides the others.
#pragma once

#include "engine/protocol/optimizerspec.h"
#include "engine/protocol/schedulespec.h"

namespace motley {

// Every method reads the weight decay and what follows it.
struct OptimizerFields {
    bool momentum = false;
    bool nesterov = false;
    bool beta1 = false;
    bool beta2 = false;
};
OptimizerFields fieldsOf(const OptimizerSpec &optimizer);

// Every schedule reads the peak and how it is scaled.
struct ScheduleFields {
    bool baseBatch = false;
    bool warmup = false;
    bool stairs = false; // stepFactor, stepEpochs
    bool decaySteps = false;
    bool power = false;
    bool initialFraction = false;
    bool finalFraction = false;
    bool cycleSteps = false;
    bool cycleGrowth = false;
    bool cycleFactor = false;
};
ScheduleFields fieldsOf(const ScheduleSpec &schedule);

} // namespace motley
