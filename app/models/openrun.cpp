#include "app/models/openrun.h"

#include "app/models/runmachinemodel.h"
#include "app/words/comebackwords.h"
#include "remote/run/resumption.h"

#include <QDateTime>

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t longestLog = 20000; // lines kept
constexpr double leastSilence = 8; // seconds
constexpr int showsApart = 250; // milliseconds
constexpr double stepsOfSilence = 5;

} // namespace

OpenRun::OpenRun(RunHistory *history, Prompter *prompter, QObject *parent) : QObject(parent), m_run(history, prompter)
{
    connect(&m_run, &TrainingRun::pastRead, &m_series, &MetricSeries::setPast);
    connect(&m_run, &TrainingRun::eventsExpected, &m_series, &MetricSeries::expect);
    connect(&m_run, &TrainingRun::eventsArrived, &m_series, &MetricSeries::append);
    connect(&m_run, &TrainingRun::stateChanged, this, [this](TrainingRun::State state) {
        if (state == TrainingRun::State::Running)
            m_sinceStep.start(); // no contact is no silence
    });
    connect(&m_run, &TrainingRun::stateChanged, this, &OpenRun::changed);
    connect(&m_run, &TrainingRun::stopFailed, this, &OpenRun::noteFailedStop);
    connect(&m_run, &TrainingRun::saveFailed, this, &OpenRun::noteFailedSave);
    connect(&m_run, &TrainingRun::runIdKnown, this, &OpenRun::changed);
    connect(&m_run, &TrainingRun::copyRead, this, &OpenRun::seriesChanged);
    connect(&m_run, &TrainingRun::copyRead, this, &OpenRun::changed);
    connect(&m_run.comebacks(), &Comebacks::changed, this, &OpenRun::comebacksChanged);
    connect(&m_run.comebacks(), &Comebacks::news, this, &OpenRun::noteComeback);
    connect(&m_run, &TrainingRun::progressed, this, &OpenRun::noteProgress);
    connect(&m_series, &MetricSeries::changed, this, &OpenRun::noteSteps);
    connect(&m_series, &MetricSeries::changed, this, &OpenRun::showSeries);
    connect(&m_series, &MetricSeries::planChanged, this, &OpenRun::planChanged);
    connect(&m_series, &MetricSeries::logged, this, &OpenRun::noteLog);
}

void OpenRun::start(const RunRequest &request)
{
    m_request = request;
    m_request->measured.clear(); // too old once the run is tried again
    m_name = QString::fromStdString(request.job.name);
    m_run.start(request);
}

void OpenRun::attach(const RunRecord &record, Questions questions)
{
    m_name = record.name;
    m_run.attach(record, questions);
}

void OpenRun::stop(StopManner manner)
{
    beginStop(manner, std::nullopt);
    if (isPreparing())
        m_run.cancelPreparation();
    else
        m_run.stop(manner);
    Q_EMIT changed();
}

void OpenRun::saveCheckpoint()
{
    m_notSaved.reset();
    m_savingAfter = newestCheckpoint();
    m_run.saveCheckpoint();
    Q_EMIT changed();
}

std::int64_t OpenRun::newestCheckpoint() const
{
    return m_series.lastCheckpoint() ? m_series.lastCheckpoint()->step : 0;
}

bool OpenRun::isSaving() const
{
    return m_savingAfter && *m_savingAfter == newestCheckpoint() && !hasEnded();
}

void OpenRun::noteFailedSave(const Error &error)
{
    m_savingAfter.reset();
    m_notSaved = error;
    Q_EMIT changed();
}

void OpenRun::stopToResume(const QStringList &without)
{
    beginStop(StopManner::Graceful, without);
    m_run.stop();
    Q_EMIT changed();
}

void OpenRun::beginStop(StopManner manner, const std::optional<QStringList> &resumedWithout)
{
    m_stopping = manner;
    m_notStopped.reset();
    m_notSaved.reset();
    m_resumedWithout = resumedWithout;
}

void OpenRun::noteFailedStop(const Error &error)
{
    m_stopping.reset();
    m_notStopped = error;
    m_resumedWithout.reset();
    Q_EMIT changed();
}

QString OpenRun::name() const
{
    return m_name;
}

void OpenRun::setName(const QString &name)
{
    if (std::exchange(m_name, name) != name)
        Q_EMIT changed();
}

bool OpenRun::isPreparing() const
{
    switch (m_run.state()) {
    case TrainingRun::State::Probing:
    case TrainingRun::State::Deploying:
    case TrainingRun::State::Measuring:
    case TrainingRun::State::Launching:
        return true;
    default:
        return false;
    }
}

bool OpenRun::isPreparedElsewhere() const
{
    return m_run.state() == TrainingRun::State::Idle && !id().isEmpty()
        && record().outcome == RunRecord::Outcome::Preparing;
}

bool OpenRun::isOver() const
{
    return m_run.state() == TrainingRun::State::Finished || m_run.state() == TrainingRun::State::Failed;
}

bool OpenRun::hasEnded() const
{
    return isOver() || !record().isActive();
}

bool OpenRun::canBeStopped() const
{
    return !hasEnded() && !isPreparedElsewhere();
}

bool OpenRun::canBePaused() const
{
    return canBeStopped() && !isStopping() && m_run.state() == TrainingRun::State::Running && !m_series.steps().empty()
        && !m_series.finished();
}

bool OpenRun::canBeResumed() const
{
    return isOver() && motley::canBeResumed(record());
}

void OpenRun::setRelatives(const std::optional<Relative> &parent, const std::optional<Relative> &child)
{
    const bool isNew = parent != m_parent || child != m_child;
    m_parent = parent;
    m_child = child;
    if (isNew)
        Q_EMIT changed();
}

void OpenRun::setNotResumed(const std::optional<Error> &why)
{
    m_notResumed = why;
    Q_EMIT changed();
}

const RunRequest *OpenRun::failedRequest() const
{
    const bool hasFailed = isOver() && record().outcome != RunRecord::Outcome::Completed && m_series.steps().empty();
    return hasFailed && m_request ? &*m_request : nullptr;
}

void OpenRun::noteSteps()
{
    const double last = m_series.steps().empty() ? 0 : m_series.steps().back();
    if (std::exchange(m_lastStep, last) != last)
        m_sinceStep.start();
}

// A copy is read in so many parts that to show each of them would take longer than to read.
void OpenRun::showSeries()
{
    if (isReading() && m_sinceShown.isValid() && m_sinceShown.elapsed() < showsApart)
        return;
    m_sinceShown.start();
    Q_EMIT seriesChanged();
}

std::optional<double> OpenRun::silentSeconds() const
{
    if (m_run.state() != TrainingRun::State::Running || m_series.finished() || m_series.stepSeconds().empty())
        return std::nullopt;
    const double seconds = static_cast<double>(m_sinceStep.elapsed()) / 1000;
    const bool isLong = seconds >= std::max(leastSilence, stepsOfSilence * m_series.stepSeconds().back());
    return isLong ? std::optional(seconds) : std::nullopt;
}

bool OpenRun::isStale() const
{
    switch (m_run.state()) {
    case TrainingRun::State::LostContact:
    case TrainingRun::State::NeedsLogin:
    case TrainingRun::State::Refused:
        return !hasEnded() && m_run.error();
    default:
        return silentSeconds().has_value();
    }
}

void OpenRun::noteProgress(const MachineProgress &progress)
{
    const auto known = std::find_if(m_preparation.begin(), m_preparation.end(),
        [&](const MachineProgress &other) { return other.machine == progress.machine; });
    if (known == m_preparation.end())
        m_preparation.push_back(progress);
    else
        *known = progress;
    Q_EMIT changed();
}

void OpenRun::noteComeback(int machine, const Comeback &comeback)
{
    const QString words = comebackWords(comeback, motley::machineWords(m_series).value(machine));
    const auto level = comeback.state == Comeback::State::Left ? LogLine::Level::Warning : LogLine::Level::Info;
    const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
    noteLog({{now, level, machine, Note{machine, words.toStdString()}}});
}

void OpenRun::noteLog(const std::vector<LogLine> &lines)
{
    m_log.insert(m_log.end(), lines.begin(), lines.end());
    if (m_log.size() > longestLog)
        m_log.erase(m_log.begin(), m_log.end() - longestLog);
    Q_EMIT logged(lines);
}

} // namespace motley
