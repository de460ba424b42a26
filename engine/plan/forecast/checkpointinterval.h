// How often to write a checkpoint where work can be lost. All in seconds of computing or of writing.
#pragma once

namespace motley {

// The work between two checkpoints with which least time is lost, if one takes `checkpointSeconds` and work is lost
// once in `meanSeconds` (Young, CACM 1974).
double youngInterval(double checkpointSeconds, double meanSeconds);

// The same to a higher order (Daly, FGCS 2006): also right where checkpoints take long beside what they save.
double dalyInterval(double checkpointSeconds, double meanSeconds);

struct LossyWork {
    double seconds = 0; // of work, if nothing is lost
    double checkpointSeconds = 0;
    double restartSeconds = 0; // from a loss until work goes on
    double meanSeconds = 0; // between losses, which may come at any time, while restarting too
};

// What it takes on the average, with checkpoints after each `interval` of work (Daly's full model).
double expectedSeconds(const LossyWork &work, double interval);

} // namespace motley
