// A benchmark's run with an agent of its own, which is a child of this process: read, held for a while, let go on.
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
    double seconds = 0; // from the beginning of the first to the end of the last

    double samplesPerSecond() const;
    double unitsPerSecond() const; // what a batch counts: samples, or in translation tokens
};

class ChildRun {
public:
    // Call it before this process has other threads. Errors: no process or folder could be had.
    static Result<std::unique_ptr<ChildRun>> start(const JobSpec &job, BenchRunOptions options);

    ChildRun(const ChildRun &) = delete;
    ChildRun &operator=(const ChildRun &) = delete;
    ~ChildRun(); // ends it, also while it is held

    int descriptor() const { return m_lines.descriptor(); } // to poll for reading
    Result<void> read(); // error: what ended the run

    // All times are seconds of its own, which stand still while it is held.
    double time() const; // while it is held
    bool hasStarted() const { return !m_steps.empty(); }
    double firstTime() const { return m_steps.front().time; } // of the end of its first step
    double lastTime() const { return m_steps.back().time; }
    TimedRun since(double start) const; // the steps that began after that time

    void hold(); // its agent and ranks stand still, wherever they are in a step; so do the clocks of the ranks
    void resume();

private:
    struct TimedStep {
        double time; // of its end
        StepDone step;
    };
    struct Stretch { // without being held
        double wallTime; // of its beginning
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
    std::vector<Stretch> m_stretches;
    double m_heldAt = 0; // Unix time; before the last stretch: it is not held
};

} // namespace motley
