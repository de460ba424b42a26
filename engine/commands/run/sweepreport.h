// The results of `sweep`, for each combination of settings.
#pragma once

#include "engine/job/jobvariant.h"
#include "engine/protocol/event.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

using SweepSettings = std::vector<JobSetting>;

struct SweepRow {
    SweepSettings settings;
    std::int64_t steps = 0;
    double trainingLoss = 0; // of the last step
    double seconds = 0; // of all steps
    std::int64_t samples = 0;
    std::optional<Evaluation> test = {}; // the last one
    std::string failure = {}; // why the run ended early; empty: it did not

    void add(const Event &event);
};

std::string toText(const SweepSettings &settings); // "batch 8, schedule.peak 0.01"
std::string sweepTable(const std::vector<SweepRow> &rows); // for people; empty without rows
std::string sweepJson(const std::vector<SweepRow> &rows); // one line

} // namespace motley
