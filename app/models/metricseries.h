// Keeps a run's events so far as columns that plots and tables read. TrainingRun::eventsArrived feeds it in the same
// way whether the run is live, opened again or finished.
#pragma once

#include "app/models/series/examplehistory.h"
#include "app/models/series/splitcolumn.h"
#include "app/models/series/telemetryhistory.h"
#include "app/words/speedhistory.h"
#include "engine/plan/balance/runmembers.h"
#include "engine/plan/balance/stepparts.h"
#include "engine/protocol/messagelimit.h"

#include <QObject>

#include <deque>
#include <optional>
#include <vector>

namespace motley {

// Steps that follow on each other, in which the same number of a machine's ranks trained.
struct LifeSpan {
    double first = 0;
    double last = 0;
    int ranks = 0; // 0: the machine was not in the run

    bool operator==(const LifeSpan &) const = default;
};

// The share of a machine from a step on, until the next one begins.
struct ShareSpan {
    double first = 0; // step
    std::int64_t share = 0;

    bool operator==(const ShareSpan &) const = default;
};

struct MachineSeries {
    std::string name;
    std::int64_t share = 0; // samples of each global batch, summed over the machine's ranks
    int ranks = 0; // of the plan
    SpeedHistory speed; // of the machine's samples over the seconds of whole steps
    std::vector<double> samplesPerSecond; // what `speed` was after each step; NaN: it was not in the run
    SpeedHistory ownSpeed; // over the seconds that the machine's ranks took themselves: its speed without waiting
    std::vector<double> ownSamplesPerSecond; // what `ownSpeed` was after each step; NaN: not known
    SplitColumn split; // mean over its ranks that trained, one value a step; all 0: it was not in the run
    std::vector<ShareSpan> shares; // of all steps, ascending
    std::vector<LifeSpan> life; // of all steps, ascending
    std::optional<Telemetry> telemetry; // the latest
    TelemetryHistory readings; // of all

    void addTelemetry(double step, const Telemetry &sample); // that came after this step
    void reserve(std::size_t steps);
};

struct TestAnswers { // to the user's prompts
    std::int64_t step = 0;
    double loss = 0; // of the test
    std::vector<PromptAnswer> answers;
};

struct MetricColumn {
    Metric latest;
    std::vector<double> shown; // one value an evaluation; fractions in percent
};

// Says what became of the gain that new shares were expected to bring. Gains are fractions of the time of a step; below
// 0, steps became longer.
struct GainFound {
    std::int64_t step = 0; // the first one with these shares
    double expected = 0;
    std::optional<double> found; // over the steps since; nullopt: too few to say
    std::int64_t steps = 20;
    bool isReplaced = false; // by other shares, before there were 20 steps

    bool cameTrue() const { return !found || *found >= expected / 2; }
};

struct LogLine {
    enum class Level { Info, Warning, Error };
    double time = 0; // seconds since 1970
    Level level = Level::Info;
    int machine = -1;
    EventBody body; // never a StepDone, Telemetry or TestExamples
    // Instead of the body: this line says what became of its gain, or how many messages before it are left out.
    std::optional<GainFound> gain{};
    std::int64_t leftOut = 0;
};

class MetricSeries : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void append(const std::vector<Event> &events);
    // About so many events come. A column that has no room left is copied while nobody is answered, and all have no
    // room left at the same step.
    void expect(double events);
    void setPast(std::vector<Event> past); // of the runs that this one goes on from, before its own first step

    // One value a step, all of the same length. Those of the past come first, and have no machines.
    const std::vector<double> &steps() const { return m_steps; }
    std::size_t pastSteps() const { return m_pastSteps; }
    const std::vector<double> &loss() const { return m_loss; }
    const std::vector<double> &learningRate() const { return m_learningRate; }
    const std::vector<double> &gradientNorm() const { return m_gradientNorm; }
    const std::vector<double> &samplesPerSecond() const { return m_samplesPerSecond; } // over the last steps each
    const std::vector<double> &stepSeconds() const { return m_stepSeconds; }
    const std::vector<double> &stepTimes() const { return m_stepTimes; } // when they ended, seconds since 1970
    const std::vector<double> &samplesSeen() const { return m_samplesSeen; } // since the first epoch began
    const std::deque<MachineSeries> &machines() const { return m_machines; }

    // One value an evaluation.
    const std::vector<double> &evaluationSteps() const { return m_evaluationSteps; }
    const std::deque<MetricColumn> &metrics() const { return m_metrics; } // the task's main metric first
    const std::vector<double> &evaluationLoss() const { return m_evaluationLoss; }
    const ExampleHistory &examples() const { return m_examples; } // of the newest tests
    const std::deque<TestAnswers> &answers() const { return m_answers; } // ascending; of the newest tests that have any

    const std::optional<RunStarted> &started() const { return m_started; }
    std::optional<double> noiseScale() const { return m_noiseScale; } // the latest
    const std::optional<Plan> &plan() const { return m_members.plan(); } // with the shares of now
    const RunMembers &members() const { return m_members; }
    const std::optional<CheckpointSaved> &lastCheckpoint() const { return m_lastCheckpoint; }
    const std::optional<StepOverdue> &overdue() const { return m_overdue; } // until the next step
    const std::vector<Slowdown> &slowdowns() const { return m_slowdowns; } // not yet over, in order of arrival
    const std::optional<RankFailed> &failure() const { return m_failure; } // that the run did not go on without
    const std::optional<RunFinished> &finished() const { return m_finished; }
    // Seconds since 1970; 0: not started. That of the first event, which comes once the ranks have found each other:
    // the times of steps are counted from there, so it must not move.
    double startTime() const { return m_startTime; }
    double lastTime() const { return m_lastTime; }

    // The latest steps that were made with the present ranks, with what each rank said of them.
    const std::deque<StepDone> &latestSteps() const { return m_latestSteps; }
    const StepParts &stepParts() const { return m_parts; } // of all steps
    const PredictedStep &stepPredicted() const { return m_predicted; } // of the plan that the run began with

    // See SpeedHistory; nullopt: there are too few steps to say.
    std::optional<double> secondsLeft() const;
    std::optional<SpeedHistory::Range> rangeLeft() const;
    std::optional<SpeedHistory::Outcomes> outcomes() const { return m_speed.outcomes(); }
    BatchUnit unit() const; // what all shares and speeds count
    // While the run lasts, the speed of the last steps; afterwards that of all steps.
    std::optional<double> rate() const { return rateOf(m_speed); }
    std::optional<double> rateOf(const MachineSeries &machine) const { return rateOf(machine.speed); }
    WholeSplit recentSplit(const MachineSeries &machine) const; // mean over the last steps

Q_SIGNALS:
    void changed();
    void planChanged(); // machines may have come or gone
    void metricsChanged(); // the list of metrics is another one
    void logged(const std::vector<motley::LogLine> &lines);

private:
    std::optional<double> rateOf(const SpeedHistory &speed) const;
    void add(const RunStarted &started);
    void add(const PlanChosen &chosen);
    void add(const SharesChanged &changed);
    void add(const StepDone &step);
    void add(const StepOverdue &overdue) { m_overdue = overdue; }
    void add(const Evaluation &evaluation);
    void add(const TestExamples &test) { m_examples.add(test); }
    void add(const Telemetry &telemetry);
    void add(const Slowdown &slowdown);
    void add(const CheckpointSaved &checkpoint) { m_lastCheckpoint = checkpoint; }
    void add(const Note &) { }
    void add(const Warning &) { }
    void add(const RankFailed &failure) { m_failure = failure; }
    void add(const MembershipChanged &changed);
    void add(const GenerationFormed &) { }
    void add(const RunFinished &finished);
    void takePast(double first); // what came before this step
    void addPastStep(const StepDone &step, double time, double samplesPerSecond);
    std::size_t indexOf(double step) const; // of this step, or of the first one after it
    std::size_t firstComparable(std::size_t change) const;
    std::optional<double> stepsLeft() const;
    std::optional<GainFound> takeGainFound(); // once there are enough steps to say
    std::optional<GainFound> takeUnchecked(const EventBody &body); // where `body` ends these shares before that
    std::optional<double> gainOver(std::size_t change, std::size_t end) const;
    void noteOtherShares(std::int64_t step);
    void countShares(double step); // from which on they hold
    std::optional<std::size_t> machineOfRank(int rank) const;
    double seenAfter(const StepDone &step) const;
    void addParts(const StepDone &step, const std::vector<int> &ranks);
    void noteLatest(const StepDone &step);
    void addLives(double step, const std::vector<int> &ranks); // that trained, of each machine
    void takeMetrics(const std::vector<Metric> &metrics);
    void forgetFrom(double step); // a run that went back repeats steps; the later values count

    MessageLimit m_limit;
    std::vector<Event> m_past; // until the first step
    std::size_t m_expectedSteps = 0; // at most
    std::size_t m_pastSteps = 0;
    std::int64_t m_lastSequence = 0;
    double m_startTime = 0;
    double m_lastTime = 0;
    std::vector<double> m_steps, m_loss, m_learningRate, m_gradientNorm, m_samplesPerSecond, m_stepSeconds, m_stepTimes;
    std::vector<double> m_samplesSeen;
    std::int64_t m_epoch = 0; // of the newest step
    std::vector<double> m_evaluationSteps, m_evaluationLoss;
    std::deque<MetricColumn> m_metrics; // a deque: the plots keep pointers to the columns
    std::deque<TestAnswers> m_answers;
    ExampleHistory m_examples;
    std::deque<MachineSeries> m_machines; // a deque: the plots keep pointers to the columns
    std::optional<RunStarted> m_started;
    std::optional<double> m_noiseScale;
    std::optional<SharesChanged> m_expected; // whose gain is not found yet
    std::int64_t m_comparableSince = 0; // since this step all had the same shares and slowdown
    std::int64_t m_changedAt = 0; // the first step with the present shares
    RunMembers m_members;
    std::optional<CheckpointSaved> m_lastCheckpoint;
    std::optional<StepOverdue> m_overdue;
    std::vector<Slowdown> m_slowdowns;
    SpeedHistory m_speed;
    std::deque<StepDone> m_latestSteps;
    StepParts m_parts;
    PredictedStep m_predicted;
    std::optional<RankFailed> m_failure;
    std::optional<RunFinished> m_finished;
};

// Names the machine that the run should go on without, as its failure ended the run or its slowness is of a kind that
// other shares cannot mend. nullopt: there is no such machine, or it is the only one.
std::optional<std::string> machineInTheWay(const MetricSeries &series);

} // namespace motley
