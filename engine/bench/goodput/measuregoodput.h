// The measurement of `goodput`: a run whose machines are killed in turn and come back, beside one that loses none.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/goodput/goodput.h"
#include "engine/bench/membership/loopbackmachines.h"

#include <string>

namespace motley {

struct GoodputOptions {
    LoopbackOptions run;
    std::string task; // empty: made up, so that the curves of both runs stay equal
    std::int64_t batch = 0; // 0: the job's
    double seconds = 3600;
    double every = 600; // seconds from one kill to the next
    double away = 120; // seconds until a killed machine is started again
};

struct GoodputMeasured {
    Goodput goodput;
    int refused = 0; // starts of `rejoin` that ended without the machine taking part
    std::string outcome; // of the run whose machines were killed: "completed", "stopped", or why it failed
};

// Errors: what kept a run from beginning, or ended it early.
Result<GoodputMeasured> measureGoodput(const GoodputOptions &options);

} // namespace motley
