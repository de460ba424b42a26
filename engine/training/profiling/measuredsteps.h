// Whole training steps of one rank that are taken to measure how long they last.
#pragma once

#include "engine/data/dataloader.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"
#include "engine/tasks/task.h"
#include "engine/training/step/stepstrategy.h"

#include <vector>

namespace motley {

struct MeasuredBatch {
    double samples; // means of the steps
    double units;
    double seconds;
    double passSeconds; // part of `seconds`: forward and backward
    double updateSeconds;
};

// The line through both measurements; in proportion to the whole batch where a part of it takes as long, or less than
// its part of the time. No time of the report is below 0.
SpeedReport speedFrom(const MeasuredBatch &whole, const MeasuredBatch &part);

struct StepCounts {
    int warmUp = 3; // steps that are not measured, as libraries choose their kernels in them
    std::size_t fewest = 3; // steps that a measurement takes
};

// Steps with global batches of one size.
class MeasuredSteps {
public:
    MeasuredSteps(
        const Task &task, const JobSpec &job, std::int64_t batch, at::Device device, const StepCounts &counts = {});

    void run(StepStrategy &step); // throws what the step or its data failed with
    std::size_t measured() const { return m_seconds.size(); }
    bool areEnough() const { return measured() >= m_counts.fewest; }
    // What a machine does over a long time follows from means: under a quota of processor time most steps run at full
    // speed, and some stand still. A single odd step does not count.
    MeasuredBatch mean() const;
    // In some step, which then took fewer samples at once or recomputed activations.
    bool ranOutOfMemory() const { return m_ranOutOfMemory; }
    bool recomputes() const { return m_recomputes; } // activations, since memory ran out

private:
    const double m_rate;
    const StepCounts m_counts;
    DataLoader m_data;
    int m_taken = 0;
    std::vector<double> m_samples;
    std::vector<double> m_units;
    std::vector<double> m_seconds;
    std::vector<double> m_passes;
    std::vector<double> m_updates;
    bool m_ranOutOfMemory = false;
    bool m_recomputes = false;
};

} // namespace motley
