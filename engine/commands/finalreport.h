// The table at the end of `train`.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/plan.h"
#include "engine/protocol/runfolder.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

class FinalReport {
public:
    explicit FinalReport(const Plan &plan) : m_plan(plan), m_ranks(plan.ranks.size()) { }

    void add(const Event &event);
    std::string text(const RunFinished &finished, const RunFolder &folder) const;

private:
    struct RankTotal {
        std::int64_t samples = 0;
        double busySeconds = 0;
        double waitingSeconds = 0; // for the other ranks and the network
    };
    void add(const StepDone &step);

    Plan m_plan;
    std::string m_name;
    std::int64_t m_samples = 0;
    double m_seconds = 0;
    std::vector<RankTotal> m_ranks;
    std::optional<Evaluation> m_evaluation;
};

} // namespace motley
