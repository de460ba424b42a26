// The table at the end of `train` and `follow`.
#pragma once

#include "engine/plan/balance/runmembers.h"
#include "engine/plan/balance/stepparts.h"
#include "engine/protocol/event.h"
#include "engine/protocol/plan.h"
#include "engine/protocol/runfolder.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

class FinalReport {
public:
    void add(const Event &event);
    std::string text(const RunFinished &finished, const RunFolder &folder) const;

private:
    struct RankTotal {
        std::int64_t samples = 0;
        double computingSeconds = 0;
        double dataSeconds = 0; // waiting for data
        double exchangeSeconds = 0; // waiting for the other ranks and the network

        double seconds() const { return computingSeconds + dataSeconds + exchangeSeconds; }
    };
    void add(const StepDone &step);
    void add(const SharesChanged &changed);
    void add(const Slowdown &slowdown);
    void addRanks(std::ostream &table) const;
    void addLosses(std::ostream &table) const;
    std::string parts() const;
    std::string noise() const;

    RunMembers m_members; // with the latest shares
    Plan m_plan; // that the run began with
    std::int64_t m_sharesSince = 0; // step since which ranks have the latest shares; 0: from the beginning
    int m_changes = 0;
    StepParts m_parts;
    std::vector<Slowdown> m_found; // latest report of each slowdown
    std::string m_name;
    std::int64_t m_batch = 0;
    std::optional<double> m_noiseScale; // latest measurement
    std::int64_t m_samples = 0;
    double m_seconds = 0;
    std::vector<RankTotal> m_ranks;
    std::optional<Evaluation> m_evaluation;
};

} // namespace motley
