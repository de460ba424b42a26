// Compares the steps of a run with the predicted speeds, and collects what the events tell of the job and the machines.
#pragma once

#include "engine/protocol/event.h"
#include "remote/history/profilestore.h"

#include <deque>
#include <optional>
#include <vector>

namespace motley {

class RunProfile {
public:
    void add(const Event &event);

    // To be called at the end of the run. Stores measured over predicted seconds of every device that was measured
    // before the run and took part for some time, the job's gradient-noise scale, and how long the machines took to
    // start and to save a checkpoint.
    void storeIn(const ProfileStore &book, const JobSpec &job) const;

private:
    // That are left out at the beginning of a run, and before and after other ranks train together.
    static constexpr std::int64_t warmUpSteps = 10;
    struct Ratio {
        std::int64_t step = 0;
        double ofPlanned = 1; // measured over predicted seconds
    };

    void leaveOutAround(std::int64_t step);
    MachineRecord seenOf(std::size_t machine) const;

    Plan m_plan;
    std::int64_t m_leftOutUntil = warmUpSteps; // step
    std::optional<double> m_noiseScale;
    double m_agentTime = 0; // seconds since 1970 when the agent began, on the clock of its machine; 0: not known
    double m_firstStepTime = 0; // seconds since 1970 when the first step began, on the agent's clock; 0: not known
    std::int64_t m_checkpointBytes = 0; // of the latest checkpoint
    std::vector<double> m_checkpointSeconds;
    std::vector<std::deque<Ratio>> m_ratios; // of the latest steps of each rank of the plan
};

} // namespace motley
