// What the steps of a run say about the speeds that it was planned with, and about its job.
#pragma once

#include "engine/protocol/event.h"
#include "remote/speedbook.h"

#include <deque>
#include <optional>
#include <vector>

namespace motley {

class SpeedLessons {
public:
    void take(const Event &event);

    // At the end of the run: for every device that was measured before it and took part for some time, and how its
    // gradients differ.
    void teach(const SpeedBook &book, const JobSpec &job) const;

private:
    Plan m_plan;
    std::optional<double> m_noiseScale;
    std::vector<std::deque<double>> m_ratios; // of each rank: measured over predicted seconds, of the latest steps
};

} // namespace motley
