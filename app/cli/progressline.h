// What a run's events say, in one line: step, loss, speed, time left.
#pragma once

#include "engine/protocol/event.h"

#include <QCoreApplication>
#include <QString>

#include <deque>
#include <optional>

namespace motley {

class ProgressLine {
    Q_DECLARE_TR_FUNCTIONS(motley::ProgressLine)

public:
    void take(const Event &event);

    QString text() const;
    std::optional<double> secondsLeft() const; // median of the last steps; not known before twenty of them

    const std::optional<Evaluation> &best() const { return m_best; } // has a metric
    const std::optional<RunFinished> &finished() const { return m_finished; }

private:
    std::optional<RunStarted> m_started;
    std::optional<StepDone> m_step;
    std::optional<Evaluation> m_best;
    std::optional<RunFinished> m_finished;
    std::deque<double> m_lastSeconds;
};

} // namespace motley
