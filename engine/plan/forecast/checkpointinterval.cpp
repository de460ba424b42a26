#include "engine/plan/forecast/checkpointinterval.h"

#include <cmath>

namespace motley {

double youngInterval(double checkpointSeconds, double meanSeconds)
{
    return std::sqrt(2 * checkpointSeconds * meanSeconds);
}

double dalyInterval(double checkpointSeconds, double meanSeconds)
{
    if (checkpointSeconds >= 2 * meanSeconds)
        return meanSeconds;
    const double ratio = checkpointSeconds / (2 * meanSeconds);
    return youngInterval(checkpointSeconds, meanSeconds) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpointSeconds;
}

double expectedSeconds(const LossyWork &work, double interval)
{
    return work.meanSeconds * std::exp(work.restartSeconds / work.meanSeconds)
        * std::expm1((interval + work.checkpointSeconds) / work.meanSeconds) * work.seconds / interval;
}

} // namespace motley
