// A run of a benchmark whose agent is a child process. The run can be read, held and resumed.
#pragma once

#include "engine/base/linereader.h"
#include "engine/bench/benchrun.h"
#include "engine/bench/temporaryfolder.h"

#include <sys/types.h>

#include <memory>
#include <vector>

namespace motley {

struct TimedRun {
    std::vector<StepDone> steps;
    double seconds = 0; // from the beginning of the first step to the end of the last
    double longestSeconds = 0; // from the end of one step to that of the next
    std::vector<CheckpointSaved> checkpoints;

    double samplesPerSecond() const;
    double unitsPerSecond() const; // units of the batch: samples, or tokens in translation
};

class ChildRun {
public:
    // Must be called before this process has other threads. Errors: no process or folder could be created.
    static Result<std::unique_ptr<ChildRun>> start(const JobSpec &job, BenchRunOptions options);

    ChildRun(const ChildRun &) = delete;
    ChildRun &operator=(const ChildRun &) = delete;
    ~ChildRun(); // ends the run, even while it is held

    int descriptor() const { return m_lines.descriptor(); } // to poll for reading
    Result<void> read(); // errors: what ended the run

    // All times are seconds of the run's own clock, which stands still while the run is held.
    double time() const; // to be called while the run is held
    bool hasStarted() const { return !m_steps.empty(); }
    double firstTime() const { return m_steps.front().time; } // end of the first step
    double lastTime() const { return m_steps.back().time; } // end of the last step
    TimedRun since(double start) const; // the steps that began after `start`

    void hold(); // stops agent and ranks, wherever they are in a step, and the run's clock
    void resume();

private:
    struct TimedStep {
        double time; // end of the step
        StepDone step;
    };
    struct TimedCheckpoint {
        double time;
        CheckpointSaved saved;
    };
    struct Stretch { // a period in which the run was not held
        double wallTime; // Unix time of its beginning
        double time;
    };

    explicit ChildRun(TemporaryFolder folder);
    double timeAt(double wallTime) const;
    void signal(int toRanks, int toAgent) const;

    TemporaryFolder m_folder;
    pid_t m_agent = 0;
    std::vector<pid_t> m_ranks;
    LineReader m_lines;
    std::string m_lastWords;
    std::vector<TimedStep> m_steps;
    std::vector<TimedCheckpoint> m_checkpoints;
    std::vector<Stretch> m_stretches;
    double m_heldAt = 0; // Unix time; earlier than the last stretch: not held
};

} // namespace motley
