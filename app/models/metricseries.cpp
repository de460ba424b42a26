#include "app/models/metricseries.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t mostAnswered = 1000; // tests; where there are more, the first are forgotten
constexpr double spareRoom = 1.05; // of an estimate
constexpr double mostExpected = 1 << 23; // steps

int machineOf(const MembershipChanged &changed)
{
    if (changed.lost.empty())
        return -1;
    const int machine = changed.lost.front().machine;
    const bool isOne = std::all_of(changed.lost.begin(), changed.lost.end(),
        [machine](const RankFailed &failure) { return failure.machine == machine; });
    return isOne ? machine : -1;
}

int machineOf(const EventBody &body)
{
    if (const auto *note = std::get_if<Note>(&body))
        return note->machine;
    if (const auto *warning = std::get_if<Warning>(&body))
        return warning->machine;
    if (const auto *failure = std::get_if<RankFailed>(&body))
        return failure->machine;
    if (const auto *changed = std::get_if<SharesChanged>(&body))
        return changed->machine;
    if (const auto *slowdown = std::get_if<Slowdown>(&body))
        return slowdown->machine;
    if (const auto *overdue = std::get_if<StepOverdue>(&body))
        return overdue->machine;
    if (const auto *changed = std::get_if<MembershipChanged>(&body))
        return machineOf(*changed);
    return -1;
}

LogLine::Level levelOf(const EventBody &body)
{
    const auto *slowdown = std::get_if<Slowdown>(&body);
    const auto *changed = std::get_if<MembershipChanged>(&body);
    if (std::holds_alternative<Warning>(body) || (changed && !changed->lost.empty())
        || (slowdown && slowdown->stage != Slowdown::Stage::Over))
        return LogLine::Level::Warning;
    const auto *finished = std::get_if<RunFinished>(&body);
    const bool failed = finished && finished->outcome == RunFinished::Outcome::Failed;
    return failed || std::holds_alternative<RankFailed>(body) ? LogLine::Level::Error : LogLine::Level::Info;
}

bool isWorthALine(const EventBody &body)
{
    return !std::holds_alternative<StepDone>(body) && !std::holds_alternative<Telemetry>(body)
        && !std::holds_alternative<TestExamples>(body);
}

} // namespace

void MetricSeries::append(const std::vector<Event> &events)
{
    std::vector<LogLine> lines;
    bool anotherPlan = false;
    for (const Event &event : events) {
        if (event.sequence != 0 && event.sequence <= m_lastSequence)
            continue;
        m_lastSequence = std::max(m_lastSequence, event.sequence);
        if (event.time > 0) // this program's own words have none
            m_lastTime = event.time;
        if (m_startTime == 0)
            m_startTime = event.time;
        anotherPlan = anotherPlan || std::holds_alternative<PlanChosen>(event.body)
            || std::holds_alternative<RunStarted>(event.body); // which says what shares count
        const auto note = [&](const GainFound &gain) {
            lines.push_back(
                {m_lastTime, gain.cameTrue() ? LogLine::Level::Info : LogLine::Level::Warning, -1, event.body, gain});
        };
        if (const auto gain = takeUnchecked(event.body))
            note(*gain);
        m_members.add(event.body);
        std::visit([this](const auto &body) { add(body); }, event.body);
        const auto [isShown, leftOut] = m_limit.add(event);
        if (leftOut > 0)
            lines.push_back({m_lastTime, LogLine::Level::Warning, -1, event.body, std::nullopt, leftOut});
        if (isShown && isWorthALine(event.body))
            lines.push_back({m_lastTime, levelOf(event.body), machineOf(event.body), event.body});
        if (const auto gain = takeGainFound())
            note(*gain);
    }
    if (anotherPlan)
        Q_EMIT planChanged();
    if (!lines.empty())
        Q_EMIT logged(lines);
    Q_EMIT changed();
}

void MetricSeries::expect(double events)
{
    m_expectedSteps = static_cast<std::size_t>(std::clamp(events * spareRoom, 0.0, mostExpected));
    for (auto *column : {&m_steps, &m_loss, &m_learningRate, &m_gradientNorm, &m_samplesPerSecond, &m_stepSeconds,
             &m_stepTimes, &m_samplesSeen})
        column->reserve(m_expectedSteps);
    m_speed.reserve(m_expectedSteps);
    for (MachineSeries &machine : m_machines)
        machine.reserve(m_expectedSteps);
}

void MetricSeries::add(const RunStarted &started)
{
    m_started = started;
    m_finished.reset();
    m_overdue.reset();
    m_slowdowns.clear();
    m_changedAt = 0;
    forgetFrom(static_cast<double>(started.firstStep));
}

void MetricSeries::add(const PlanChosen &chosen)
{
    m_predicted = chosen.plan.predicted;
    m_machines.clear();
    for (const PlannedMachine &machine : chosen.plan.machines) {
        m_machines.emplace_back();
        m_machines.back().name = machine.name;
        m_machines.back().reserve(m_expectedSteps);
        m_machines.back().samplesPerSecond.resize(m_steps.size());
        m_machines.back().split.resize(m_steps.size(), m_stepSeconds);
        m_machines.back().ownSamplesPerSecond.resize(m_steps.size());
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            m_machines.back().speed.add(0, 0);
            m_machines.back().ownSpeed.add(0, 0);
        }
    }
    m_latestSteps.clear();
    countShares(m_steps.empty() ? 0 : m_steps.back() + 1);
}

void MetricSeries::add(const SharesChanged &changed)
{
    if (!plan() || changed.shares.size() != plan()->ranks.size())
        return;
    noteOtherShares(changed.step);
    if (changed.gain() > 0) // a trial of a rank without work expects nothing
        m_expected = changed;
}

// A rank that the run goes on without is no failure of the run, and a machine that is gone slows nobody down.
void MetricSeries::add(const MembershipChanged &changed)
{
    m_failure.reset();
    m_overdue.reset();
    m_slowdowns.erase(std::remove_if(m_slowdowns.begin(), m_slowdowns.end(),
                          [this](const Slowdown &slowdown) { return m_members.isLost(slowdown.machine); }),
        m_slowdowns.end());
    if (plan())
        noteOtherShares(changed.step + 1);
}

void MetricSeries::add(const StepDone &step)
{
    const auto number = static_cast<double>(step.step);
    m_overdue.reset();
    if (!m_past.empty())
        takePast(number);
    if (!m_steps.empty() && number <= m_steps.back())
        forgetFrom(number);
    m_steps.push_back(number);
    m_loss.push_back(step.loss);
    m_learningRate.push_back(step.learningRate);
    m_gradientNorm.push_back(step.gradientNorm);
    m_speed.add(unitsOf(step, unit()), step.seconds);
    m_samplesPerSecond.push_back(m_speed.samplesPerSecond().value_or(0));
    m_stepSeconds.push_back(step.seconds);
    m_stepTimes.push_back(m_lastTime);
    m_samplesSeen.push_back(seenAfter(step));
    m_epoch = step.epoch;
    m_parts.add(step);
    if (step.noiseScale)
        m_noiseScale = step.noiseScale;

    std::vector<int> ranks(m_machines.size()); // of each machine that trained
    for (std::size_t i = 0; step.ranks.empty() && i < ranks.size(); ++i)
        ranks[i] = m_members.ranksOn(static_cast<int>(i));
    for (const RankStep &rank : step.ranks)
        if (const auto machine = machineOfRank(rank.rank))
            ++ranks[*machine];
    addLives(number, ranks);
    addParts(step, ranks);
    noteLatest(step);
}

// Each epoch has all samples. How far into its epoch a resumed run begins is not said: its steps tell about how far.
double MetricSeries::seenAfter(const StepDone &step) const
{
    const auto samples = static_cast<double>(step.samples);
    if (!m_samplesSeen.empty() && step.epoch == m_epoch)
        return m_samplesSeen.back() + samples;
    const auto epoch = m_started ? static_cast<double>(m_started->trainSamples) : 0;
    const double before = epoch * static_cast<double>(std::max<std::int64_t>(step.epoch - 1, 0));
    if (!m_samplesSeen.empty())
        return std::max(before, m_samplesSeen.back()) + samples;
    const double most = std::max(before, before + epoch - samples);
    return (epoch > 0 ? std::clamp(samples * static_cast<double>(step.step - 1), before, most) : 0) + samples;
}

void MetricSeries::add(const Evaluation &evaluation)
{
    m_evaluationSteps.push_back(static_cast<double>(evaluation.step));
    m_evaluationLoss.push_back(evaluation.loss);
    takeMetrics(evaluation.metrics);
    if (!evaluation.answers)
        return;
    m_answers.push_back({evaluation.step, evaluation.loss, *evaluation.answers});
    if (m_answers.size() > mostAnswered)
        m_answers.pop_front();
}

void MetricSeries::takeMetrics(const std::vector<Metric> &metrics)
{
    const bool same = std::equal(metrics.begin(), metrics.end(), m_metrics.begin(), m_metrics.end(),
        [](const Metric &metric, const MetricColumn &column) { return metric.name == column.latest.name; });
    if (!same) { // the first evaluation, or one by an engine with other metrics
        m_metrics.clear();
        for (std::size_t i = 0; i < metrics.size(); ++i)
            m_metrics.emplace_back().shown.assign(m_evaluationSteps.size() - 1, std::nan(""));
    }
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        m_metrics[i].latest = metrics[i];
        m_metrics[i].shown.push_back(metrics[i].value * (metrics[i].unit == Metric::Unit::Fraction ? 100 : 1));
    }
    if (!same)
        Q_EMIT metricsChanged();
}

void MetricSeries::add(const Telemetry &telemetry)
{
    if (telemetry.machine >= 0 && static_cast<std::size_t>(telemetry.machine) < m_machines.size())
        m_machines[static_cast<std::size_t>(telemetry.machine)].addTelemetry(
            m_steps.empty() ? 0 : m_steps.back(), telemetry);
}

void MetricSeries::add(const Slowdown &slowdown)
{
    const auto isTheSame = [&](const Slowdown &other) {
        const bool isNetwork = slowdown.part == Slowdown::Part::Exchange; // the network is one for all machines
        return other.part == slowdown.part && (isNetwork || other.machine == slowdown.machine);
    };
    m_slowdowns.erase(std::remove_if(m_slowdowns.begin(), m_slowdowns.end(), isTheSame), m_slowdowns.end());
    if (slowdown.stage != Slowdown::Stage::Over)
        m_slowdowns.push_back(slowdown);
}

void MetricSeries::forgetFrom(double step)
{
    const auto keep
        = static_cast<std::size_t>(std::lower_bound(m_steps.begin(), m_steps.end(), step) - m_steps.begin());
    for (auto *column : {&m_steps, &m_loss, &m_learningRate, &m_gradientNorm, &m_samplesPerSecond, &m_stepSeconds,
             &m_stepTimes, &m_samplesSeen})
        column->resize(keep);
    m_pastSteps = std::min(m_pastSteps, keep);
    m_speed.forgetFrom(keep - m_pastSteps);
    for (auto &machine : m_machines) {
        machine.speed.forgetFrom(keep);
        machine.ownSpeed.forgetFrom(keep);
        machine.ownSamplesPerSecond.resize(keep);
        machine.samplesPerSecond.resize(keep);
        machine.readings.forgetFrom(step);
        machine.split.resize(keep, m_stepSeconds);
        auto &life = machine.life;
        while (!life.empty() && life.back().first >= step)
            life.pop_back();
        if (!life.empty() && keep > 0)
            life.back().last = std::min(life.back().last, m_steps.back());
    }
    while (!m_latestSteps.empty() && static_cast<double>(m_latestSteps.back().step) >= step)
        m_latestSteps.pop_back();
    if (plan())
        countShares(step);
    const auto evaluations = static_cast<std::size_t>(
        std::lower_bound(m_evaluationSteps.begin(), m_evaluationSteps.end(), step) - m_evaluationSteps.begin());
    for (auto *column : {&m_evaluationSteps, &m_evaluationLoss})
        column->resize(evaluations);
    for (auto &column : m_metrics)
        column.shown.resize(evaluations);
    while (!m_answers.empty() && static_cast<double>(m_answers.back().step) >= step)
        m_answers.pop_back();
    m_examples.forgetFrom(step);
}

void MetricSeries::add(const RunFinished &finished)
{
    m_finished = finished;
}

BatchUnit MetricSeries::unit() const
{
    return m_started ? batchUnitOf(m_started->task) : BatchUnit::Samples;
}

std::optional<double> MetricSeries::rateOf(const SpeedHistory &speed) const
{
    return m_finished ? speed.meanSamplesPerSecond() : speed.samplesPerSecond();
}

std::optional<double> MetricSeries::stepsLeft() const
{
    if (!m_started || m_finished || m_steps.empty())
        return std::nullopt;
    return static_cast<double>(m_started->totalSteps) - m_steps.back();
}

std::optional<double> MetricSeries::secondsLeft() const
{
    const auto steps = stepsLeft();
    return steps ? m_speed.secondsFor(*steps) : std::nullopt;
}

std::optional<SpeedHistory::Range> MetricSeries::rangeLeft() const
{
    const auto steps = stepsLeft();
    return steps ? m_speed.rangeFor(*steps) : std::nullopt;
}

std::optional<std::string> machineInTheWay(const MetricSeries &series)
{
    int machine = -1;
    if (series.finished())
        machine = series.failure() ? series.failure()->machine : -1;
    else if (!series.slowdowns().empty() && !series.slowdowns().back().sharesFollow)
        machine = series.slowdowns().back().machine;
    const auto &machines = series.machines();
    if (machine < 0 || machines.size() < 2 || static_cast<std::size_t>(machine) >= machines.size())
        return std::nullopt;
    return machines[static_cast<std::size_t>(machine)].name;
}

} // namespace motley
