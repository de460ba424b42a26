#include "remote/run/trainingrun.h"

#include "engine/run/settledjob.h"
#include "remote/run/runfailure.h"
#include "remote/run/runwork.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QtConcurrent>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int threads = 4; // for the run itself, a checkpoint that is asked for, a graceful stop, and a stop at once

bool isPreparing(TrainingRun::State state)
{
    return state >= TrainingRun::State::Probing && state <= TrainingRun::State::Launching;
}

RunRecord::Outcome outcomeOf(const RunFinished &finished)
{
    switch (finished.outcome) {
    case RunFinished::Outcome::Completed:
        return RunRecord::Outcome::Completed;
    case RunFinished::Outcome::Stopped:
        return RunRecord::Outcome::Stopped;
    case RunFinished::Outcome::Paused:
        return RunRecord::Outcome::Paused;
    case RunFinished::Outcome::Failed:
        break;
    }
    return RunRecord::Outcome::Failed;
}

} // namespace

TrainingRun::TrainingRun(RunHistory *history, Prompter *prompter, QObject *parent)
    : QObject(parent), m_history(history), m_prompter(prompter), m_comebacks(prompter)
{
    m_queue.setMaxThreadCount(threads);
}

TrainingRun::~TrainingRun()
{
    m_leave.request_stop();
    m_queue.waitForDone();
    // Calls that the work has queued still update the run's row in the history.
    blockSignals(true);
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

void TrainingRun::start(const RunRequest &request)
{
    Q_ASSERT(m_state == State::Idle);
    RunRequest asked = request;
    asked.job = settled(std::move(asked.job));
    auto record = m_history->create(asked.job, asked.machines);
    if (!record) {
        fail(record.error());
        return;
    }
    m_record = std::move(*record);
    Q_EMIT runIdKnown(m_record.id);
    setState(State::Probing);
    (void)QtConcurrent::run(&m_queue, [work = Work(*this), asked]() mutable { work.begin(asked); });
}

void TrainingRun::attach(const RunRecord &record, Questions questions)
{
    Q_ASSERT(m_state == State::Idle);
    m_record = record;
    if (m_record.outcome == RunRecord::Outcome::Preparing) {
        connect(m_history, &RunHistory::changed, this, [this, questions] { attachOncePrepared(questions); });
        return;
    }
    if (m_record.remoteRuns.empty() || m_record.machines.empty()) {
        end(endOfPreparation());
        return;
    }
    m_comebacks.setRun(m_record);
    m_isReading = true;
    setState(State::LostContact);
    (void)QtConcurrent::run(&m_queue, [work = Work(*this, questions)]() mutable { work.resumeFollowing(); });
}

void TrainingRun::attachOncePrepared(Questions questions)
{
    const auto record = m_history->find(m_record.id);
    if (record && record->outcome == RunRecord::Outcome::Preparing)
        return;
    disconnect(m_history, nullptr, this, nullptr);
    if (record)
        attach(*record, questions);
    else
        end(record.error());
}

void TrainingRun::logIn()
{
    if (m_state != State::NeedsLogin && m_state != State::Refused)
        return;
    m_error.reset();
    setState(State::LostContact);
    (void)QtConcurrent::run(&m_queue, [work = Work(*this)]() mutable { work.followAgain(); });
}

void TrainingRun::stop(StopManner manner)
{
    if (isPreparing(m_state)) {
        cancelPreparation();
        return;
    }
    logIn(); // if one is needed, so that the end of the run is seen
    if (m_state != State::Running && m_state != State::LostContact)
        return;
    m_comebacks.end();
    (void)QtConcurrent::run(&m_queue, [work = Work(*this), manner]() mutable { work.end(manner); });
}

void TrainingRun::saveCheckpoint()
{
    if (m_state == State::Running || m_state == State::LostContact)
        (void)QtConcurrent::run(&m_queue, [work = Work(*this)]() mutable { work.saveCheckpoint(); });
}

void TrainingRun::cancelPreparation()
{
    if (isPreparing(m_state))
        m_cancel.request_stop();
}

void TrainingRun::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    m_comebacks.setInContact(state == State::Running);
    Q_EMIT stateChanged(state);
}

void TrainingRun::storeRecord()
{
    // Errors are dropped, as a run goes on without its row: a history that cannot be written is reported where it is
    // opened.
    (void)m_history->update(m_record);
}

void TrainingRun::storeSpeeds(const std::vector<CandidateMachine> &machines)
{
    if (const auto job = readJob(m_record.jobFile().toStdString()))
        m_history->speeds().store(*job, machines);
}

void TrainingRun::learnSpeeds()
{
    if (const auto job = readJob(m_record.jobFile().toStdString()))
        m_profile.storeIn(m_history->speeds(), *job);
}

void TrainingRun::storeRemoteRuns(const std::vector<RemoteRun> &remoteRuns)
{
    m_record.remoteRuns = remoteRuns;
    m_comebacks.setRun(m_record);
    storeRecord();
}

void TrainingRun::preparationFailed(bool cancelled, const Error &error)
{
    m_record.outcome = cancelled ? RunRecord::Outcome::Stopped : RunRecord::Outcome::Failed;
    m_record.finished = QDateTime::currentDateTime();
    if (cancelled)
        end(endOfPreparation());
    else
        fail(error);
}

Error TrainingRun::endOfPreparation() const
{
    if (!m_record.failure.text.empty())
        return toError(Sentence(m_record.failure));
    return toError(m_record.outcome == RunRecord::Outcome::Stopped
            ? phrase("The run was cancelled before the training began.")
            : phrase("This run ended while it was prepared."));
}

void TrainingRun::launched()
{
    m_record.outcome = RunRecord::Outcome::Running;
    storeRecord();
    if (m_cancel.stop_requested()) // the cancellation came too late for the preparation to see it
        (void)QtConcurrent::run(&m_queue, [work = Work(*this)]() mutable { work.end(StopManner::Now); });
}

void TrainingRun::contactMade()
{
    m_error.reset();
    m_others = {};
    setState(State::Running);
}

void TrainingRun::contactLost(const Error &error, const MachineReport &others)
{
    m_error = error;
    m_others = others;
    if (m_state == State::LostContact)
        Q_EMIT stateChanged(m_state); // the state is the same, the reason is another one
    else
        setState(State::LostContact);
}

void TrainingRun::coordinatorLost(const Error &error, const MachineReport &others)
{
    m_others = others;
    fail(error);
}

void TrainingRun::userNeeded(const Error &error)
{
    m_error = error;
    setState(State::NeedsLogin);
}

void TrainingRun::refused(const Error &error)
{
    m_error = error;
    setState(State::Refused);
}

void TrainingRun::addLines(std::vector<EventLine> lines)
{
    const auto isUnknown = [](const EventLine &line) { return !line.event; };
    if (!m_hasSaidUnknown && std::any_of(lines.begin(), lines.end(), isUnknown)) {
        m_hasSaidUnknown = true;
        lines.emplace_back(Event{0, 0,
            Warning{-1,
                tr("An engine of another version wrote some events of this run, which are not shown. They are kept; a "
                   "newer Motley shows them.")
                    .toStdString()}});
    }
    std::vector<QByteArray> texts;
    std::vector<Event> events;
    texts.reserve(lines.size());
    events.reserve(lines.size());
    for (EventLine &line : lines) {
        texts.push_back(std::move(line.text));
        if (line.event)
            events.push_back(*std::move(line.event));
    }
    for (const Event &event : events)
        note(event);
    const auto isEvaluation = [](const Event &event) { return std::holds_alternative<Evaluation>(event.body); };
    m_hasNewTest = m_hasNewTest || std::any_of(events.begin(), events.end(), isEvaluation);
    if (!m_isReading)
        storeNewTest();
    Q_EMIT linesArrived(texts);
    Q_EMIT eventsArrived(events);
    m_comebacks.add(events);
}

void TrainingRun::note(const Event &event)
{
    m_profile.add(event);
    if (std::holds_alternative<RunFinished>(event.body))
        m_toldEnd = event.time;
    if (const auto *failure = std::get_if<RankFailed>(&event.body); failure && !m_failure)
        m_failure = *failure;
    else if (std::holds_alternative<MembershipChanged>(event.body))
        m_failure.reset(); // the run goes on without that rank
    else if (const auto *step = std::get_if<StepDone>(&event.body))
        m_record.lastLoss = step->loss;
    const auto *evaluation = std::get_if<Evaluation>(&event.body);
    if (evaluation && !evaluation->metrics.empty()
        && (!m_record.best || isBetter(evaluation->metrics.front(), *m_record.best)))
        m_record.best = evaluation->metrics.front();
}

void TrainingRun::storeNewTest()
{
    if (std::exchange(m_hasNewTest, false))
        storeRecord();
}

void TrainingRun::endReading()
{
    m_isReading = false;
    storeNewTest();
    Q_EMIT copyRead();
}

void TrainingRun::finish(const RunFinished &finished, const std::optional<Error> &missing)
{
    if (m_record.outcome == RunRecord::Outcome::Running)
        learnSpeeds();
    m_record.outcome = outcomeOf(finished);
    m_record.failure = verbatim(QString::fromStdString(finished.message)).phrase();
    noteEnd(finished);
    if (finished.outcome == RunFinished::Outcome::Failed) {
        failWithout(missing, toError(whyFailed(finished, m_failure)));
        return;
    }
    storeRecord();
    setState(State::Finished);
}

// Nobody may have heard of the end when it came. The machine's clock may be another one: it was not before the training
// had taken as long as it did, nor is it to come.
void TrainingRun::noteEnd(const RunFinished &finished)
{
    if (m_record.finished.isValid())
        return;
    const auto begun = double(m_record.started.toMSecsSinceEpoch());
    const double now = std::max(begun, double(QDateTime::currentMSecsSinceEpoch()));
    const double soonest = std::clamp(begun + 1000 * finished.seconds, begun, now);
    const double end = std::clamp(1000 * m_toldEnd, soonest, now);
    m_record.finished = QDateTime::fromMSecsSinceEpoch(std::llround(std::isfinite(end) ? end : now));
}

void TrainingRun::collectingFailed(const RunFinished &finished, const Error &error)
{
    m_record.outcome = outcomeOf(finished);
    noteEnd(finished);
    fail(toError(phrase("The training is done, but its model could not be copied here: %1").arg(error), error.detail));
}

void TrainingRun::failWithout(const std::optional<Error> &missing, const Error &error)
{
    if (missing)
        fail(toError(
            phrase("%1 Its newest checkpoint could not be copied here: %2").arg(error, *missing), error.detail));
    else
        fail(error);
}

void TrainingRun::fail(const Error &error)
{
    m_record.failure = phraseOf(error);
    end(error);
}

void TrainingRun::end(const Error &error)
{
    m_error = error;
    if (!m_record.id.isEmpty()) {
        if (m_record.isActive())
            m_record.outcome = RunRecord::Outcome::Failed;
        if (!m_record.finished.isValid())
            m_record.finished = QDateTime::currentDateTime();
        storeRecord();
    }
    setState(State::Failed);
}

} // namespace motley
