// Which rank reports for the run, and what it has reported: where the first of the ranks is lost another one goes on,
// and no step or test is reported twice or left out.
#pragma once

#include "engine/protocol/event.h"
#include "engine/training/generation.h"

#include <deque>

namespace motley {

class RunReporter {
public:
    // Context and state must live longer.
    RunReporter(const WorkerContext &context, TrainingState &state) : m_context(context), m_state(state) { }

    // Of this generation, by its first rank.
    void enter(const Generation &generation) { m_reports = generation.isFirst(); }
    bool reports() const { return m_reports; }
    void emit(EventBody event) const; // where it reports
    void warn(const std::string &message) const; // about the run as a whole, where it reports

    // What all ranks have found alike. The state then has the test.
    void add(StepDone step);
    void add(Evaluation test, TestExamples examples = {}); // those of the first rank

    void startFrom(std::int64_t step); // the last one that the run begins with, or goes back to
    // Where the run is under way. Every rank must call takeOver(), which learns what the furthest of them knows and
    // what was reported, and goOn() once all have the state of the furthest, which reports what is missing.
    void takeOver(Generation &generation, int furthest);
    void catchUp(); // between them, where this rank's state has come as far as that of the furthest
    void goOn();
    bool isReporterLost() const { return m_heard.isReporterLost; } // of the generation before

private:
    const WorkerContext &m_context;
    TrainingState &m_state;
    bool m_reports = false;
    void keep(const StepDone &step);
    void show(TestExamples examples);

    std::optional<StepDone> m_lastStep;
    // The newest, without a gap. Where the coordinating agent is lost together with the rank that reports, the log that
    // goes on may not have them yet.
    std::deque<StepDone> m_recent;
    static constexpr std::size_t mostRecent = 2000;

    // Of the generation whose ranks last had the same state.
    bool m_hasReported = false; // this rank was its first
    std::int64_t m_reportedStep = 0; // the newest, as far as this rank has reported
    std::int64_t m_reportedTest = 0; // its step
    bool m_hasShownPictures = false; // of the examples, which stay the same

    struct Heard {
        std::optional<StepDone> step;
        std::optional<Evaluation> test;
        std::int64_t reportedStep = 0;
        std::int64_t reportedTest = 0;
        bool isReporterLost = false;
    };
    Heard m_heard; // by takeOver()
};

} // namespace motley
