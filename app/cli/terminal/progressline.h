// A run's events as one line for a terminal: step, loss, speed, time left.
#pragma once

#include "app/cli/terminal/columns.h"
#include "app/words/speedhistory.h"
#include "engine/protocol/event.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace motley {

class ProgressLine {
    Q_DECLARE_TR_FUNCTIONS(motley::ProgressLine)

public:
    void add(const Event &event);

    // Fits the line into so many columns by leaving out the least important parts first. The step always stays.
    QString text(int columns = unlimitedColumns) const;
    std::optional<double> secondsLeft() const; // see SpeedHistory
    std::optional<SpeedHistory::Range> rangeLeft() const;
    std::int64_t stepsTaken() const; // by this run: one that was resumed does not count those of the run before it

    const std::optional<Evaluation> &best() const { return m_best; } // the evaluation with the best first metric
    const std::optional<RunFinished> &finished() const { return m_finished; }

private:
    BatchUnit unit() const;
    std::optional<double> stepsLeft() const;
    QString left() const; // empty: too few steps to say
    QString leftWithRange() const; // the same, with its range where that has one

    std::optional<RunStarted> m_started;
    std::optional<StepDone> m_step;
    std::optional<Evaluation> m_latest;
    std::optional<Evaluation> m_best;
    std::optional<RunFinished> m_finished;
    SpeedHistory m_speed;
};

} // namespace motley
