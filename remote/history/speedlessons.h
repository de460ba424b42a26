// What the steps of a run say about the speeds that it was planned with, and about its job.
#pragma once

#include "engine/protocol/event.h"
#include "remote/history/speedbook.h"

#include <deque>
#include <optional>
#include <vector>

namespace motley {

class SpeedLessons {
public:
    void take(const Event &event);

    // At the end of the run: for every device that was measured before it and took part for some time, how its
    // gradients differ, and how long starting and saving took.
    void storeIn(const SpeedBook &book, const JobSpec &job) const;

private:
    Plan m_plan;
    MachineRecord seenOf(std::size_t machine) const;

    std::optional<double> m_noiseScale;
    double m_agentTime = 0; // when the agent began, on the clock of its machine; 0: not known, as below
    double m_firstStepTime = 0; // when the first step began, on the same clock
    std::int64_t m_checkpointBytes = 0; // of the latest
    std::vector<double> m_checkpointSeconds;
    std::vector<std::deque<double>> m_ratios; // of each rank: measured over predicted seconds, of the latest steps
};

} // namespace motley
