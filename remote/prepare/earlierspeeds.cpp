#include "remote/prepare/earlierspeeds.h"

#include <algorithm>

namespace motley {

bool reuseEarlierSpeeds(CandidateMachine &machine, const std::vector<CandidateMachine> &earlier)
{
    const auto known = std::find_if(
        earlier.begin(), earlier.end(), [&](const CandidateMachine &other) { return other.name == machine.name; });
    if (known == earlier.end())
        return false;
    const bool isOfTheSame = std::equal(machine.candidates.begin(), machine.candidates.end(), known->candidates.begin(),
        known->candidates.end(), [](const Candidate &now, const Candidate &then) {
            return now.device == then.device && now.threads == then.threads && then.speed;
        });
    if (!isOfTheSame)
        return false;
    machine.candidates = known->candidates;
    machine.record.measuringSeconds = known->record.measuringSeconds;
    machine.record.insideBytesPerSecond = known->record.insideBytesPerSecond;
    machine.record.insideLatencySeconds = known->record.insideLatencySeconds;
    return true;
}

} // namespace motley
