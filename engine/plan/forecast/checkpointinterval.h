// How often to write a checkpoint where machines can be lost. All times in seconds.
#pragma once

namespace motley {

// The seconds of work between two checkpoints that lose the least time, if one checkpoint takes `checkpointSeconds` and
// the mean time between failures is `meanSeconds` (Young, CACM 1974).
double youngInterval(double checkpointSeconds, double meanSeconds);

// Young's interval to a higher order (Daly, FGCS 2006), which also holds where a checkpoint takes long compared with
// the work between two of them.
double dalyInterval(double checkpointSeconds, double meanSeconds);

struct LossyWork {
    double seconds = 0; // of work without failures
    double checkpointSeconds = 0;
    double restartSeconds = 0; // from a failure until work continues
    double meanSeconds = 0; // between failures, which may also happen during a restart
};

// The expected total time with a checkpoint after each `interval` seconds of work (Daly's full model).
double expectedSeconds(const LossyWork &work, double interval);

} // namespace motley
