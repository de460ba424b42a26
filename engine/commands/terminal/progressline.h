// Shows the progress of a run: one line that is redrawn on a terminal, an occasional line elsewhere.
#pragma once

#include "engine/plan/diagnosis/noticefilter.h"
#include "engine/protocol/messagelimit.h"

#include <chrono>
#include <optional>
#include <ostream>
#include <string>

namespace motley {

class Progress {
public:
    Progress(std::ostream &output, bool terminal) : m_output(output), m_terminal(terminal) { }

    void show(const Event &event);
    void finish(); // ends the redrawn line

private:
    using Clock = std::chrono::steady_clock;

    void on(const RunStarted &started);
    void on(const PlanChosen &chosen) { m_plan = chosen.plan; }
    void on(const StepDone &step);
    void on(const StepOverdue &overdue);
    void on(const Evaluation &evaluation);
    void on(const Note &note);
    void on(const Warning &warning);
    void on(const RankFailed &failure);
    void on(const MembershipChanged &changed);
    void on(const GenerationFormed &formed);
    template <typename Other>
    void on(const Other &)
    {
    }

    void showNotice(const Event &event);
    std::string lineFor(const StepDone &step) const;
    void draw(const std::string &line); // redraws the line
    void say(const std::string &line); // prints a line that stays

    std::ostream &m_output;
    bool m_terminal;
    Plan m_plan;
    MessageLimit m_limit;
    NoticeFilter m_notices;
    std::int64_t m_firstStep = 1;
    std::int64_t m_totalSteps = 0;
    double m_rate = 0; // samples per second, smoothed
    double m_now = 0; // time of the latest event
    std::optional<double> m_firstStepTime;
    std::int64_t m_stepsTimed = 0;
    Clock::time_point m_lastDrawn{};
    std::string m_drawn;
};

} // namespace motley
