// Where a run begins: what its first rank loads, and what is said of the run before its first step.
#pragma once

#include "engine/data/sampler.h"
#include "engine/training/checkpoint/resume.h"
#include "engine/training/runreporter.h"

namespace motley {

class RunStart {
public:
    // They must live longer.
    RunStart(const WorkerContext &context, TrainingState &state, const Sampler &sampler, std::int64_t totalSteps)
        : m_context(context), m_job(context.launch.job), m_state(state), m_sampler(sampler), m_totalSteps(totalSteps)
    {
    }

    // Into the state: the checkpoint to resume or the work to continue; nothing if there is neither. `others`: the
    // whole state of all ranks beside the model, as StepStrategy::initialState() has it. `goesBack`: the run is under
    // way, so that neither is an Error.
    Result<void> load(const std::vector<StatePart> &others, bool goesBack);
    void report(const RunReporter &reporter) const; // that the run starts
    void warn(const RunReporter &reporter) const; // of what was not taken, and of damaged checkpoints

private:
    const WorkerContext &m_context;
    const JobSpec &m_job;
    TrainingState &m_state;
    const Sampler &m_sampler;
    const std::int64_t m_totalSteps;
    ResumePoint m_beginning;
};

} // namespace motley
