// The telemetry of a run's machines, as far as it may explain why one of them is slow.
#pragma once

#include "engine/plan/diagnosis/slowdowncause.h"

#include <deque>
#include <map>

namespace motley {

class Evidence {
public:
    void add(std::int64_t step, const Telemetry &sample); // with the newest step when it came

    // What the newest sample of the machine, if it came since that step, shows against those before.
    std::optional<SlowdownCause> of(
        int machine, Slowdown::Part part, const std::string &gpu, std::int64_t sinceStep) const;
    std::vector<int> machines() const;

private:
    struct Sample {
        std::int64_t step;
        Telemetry telemetry;
    };
    std::map<int, std::deque<Sample>> m_samples;
};

} // namespace motley
