#include "remote/run/runwork.h"

#include "engine/formats/verifycheckpoint.h"
#include "engine/job/continuefiles.h"
#include "remote/prepare/preparation.h"
#include "remote/run/boundedcount.h"
#include "remote/run/exponentialbackoff.h"
#include "remote/run/lineage.h"
#include "remote/run/othermachines.h"
#include "remote/session/machinename.h"
#include "remote/session/recordingprompter.h"
#include "remote/session/silentprompter.h"

#include <QMetaMethod>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr int partsAhead = 4; // of a copy that is read, of the one that is shown

TrainingRun::State stateOf(PreparationStage stage)
{
    switch (stage) {
    case PreparationStage::Probing:
        return TrainingRun::State::Probing;
    case PreparationStage::Deploying:
        return TrainingRun::State::Deploying;
    case PreparationStage::Measuring:
        return TrainingRun::State::Measuring;
    case PreparationStage::Launching:
        break;
    }
    return TrainingRun::State::Launching;
}

} // namespace

TrainingRun::Work::Work(TrainingRun &run, Questions questions)
    : m_run(&run), m_record(run.m_record), m_prompter(questions == Questions::Asked ? run.m_prompter : nullptr),
      m_wantsPast(run.isSignalConnected(QMetaMethod::fromSignal(&TrainingRun::pastRead))),
      m_texts(run.isSignalConnected(QMetaMethod::fromSignal(&TrainingRun::linesArrived)) ? LineTexts::Kept
                                                                                         : LineTexts::LeftOut),
      m_leave(run.m_leave.get_token()), m_cancel(run.m_cancel.get_token())
{
}

void TrainingRun::Work::readPast() const
{
    if (!m_wantsPast)
        return;
    if (auto past = pastOf(m_record); !past.empty())
        post([run = m_run, past = std::move(past)] { Q_EMIT run->pastRead(past); });
}

void TrainingRun::Work::begin(const RunRequest &request)
{
    readPast();
    PreparationObserver observer;
    observer.entered
        = [this](PreparationStage stage) { post([run = m_run, state = stateOf(stage)] { run->setState(state); }); };
    observer.progressed = [this](const MachineProgress &progress) {
        post([run = m_run, progress] { Q_EMIT run->progressed(progress); });
    };
    observer.measured = [this](const std::vector<CandidateMachine> &machines) {
        post([run = m_run, machines] {
            run->storeSpeeds(machines);
            Q_EMIT run->measured(machines);
        });
    };
    observer.planned = [this](const Plan &plan) { post([run = m_run, plan] { Q_EMIT run->planned(plan); }); };
    observer.placed = [this](const std::vector<RemoteRun> &remoteRuns) {
        m_record.remoteRuns = remoteRuns;
        post([run = m_run, remoteRuns] { run->storeRemoteRuns(remoteRuns); });
    };
    std::stop_source either;
    const std::stop_callback onLeave(m_leave, [&either] { either.request_stop(); });
    const std::stop_callback onCancel(m_cancel, [&either] { either.request_stop(); });
    auto session = prepareRun(request, m_record.id, *m_prompter, observer, either.get_token());
    if (!session) {
        const bool cancelled = either.stop_requested();
        post([run = m_run, cancelled, error = session.error()] { run->preparationFailed(cancelled, error); });
        return;
    }
    post([run = m_run] { run->launched(); });
    EventLogCopy copy(m_record.eventsFile());
    follow(std::move(*session), copy);
}

void TrainingRun::Work::resumeFollowing()
{
    readPast();
    EventLogCopy copy(m_record.eventsFile());
    if (const auto read = readCopy(copy); !read) {
        post([run = m_run, error = read.error()] { run->endReading(), run->fail(error); });
        return;
    }
    post([run = m_run] { run->endReading(); });
    followFrom(copy);
}

// In parts, so that the object's thread has time for others, and none is far ahead of it.
Result<void> TrainingRun::Work::readCopy(EventLogCopy &copy) const
{
    const auto waiting = std::make_shared<BoundedCount>(partsAhead);
    bool isFirst = true;
    return copy.visitParts(
        [&](std::vector<EventLine> &&lines, double ofAll) {
            if (!waiting->increase(m_leave))
                return false;
            if (std::exchange(isFirst, false))
                post([run = m_run, events = double(lines.size()) / ofAll] { Q_EMIT run->eventsExpected(events); });
            post([run = m_run, lines = std::move(lines), waiting]() mutable {
                run->addLines(std::move(lines));
                waiting->decrease();
            });
            return true;
        },
        m_texts);
}

void TrainingRun::Work::followAgain()
{
    EventLogCopy copy(m_record.eventsFile());
    if (const auto read = copy.visit([](EventLine && /*line*/) { return true; }); !read)
        post([run = m_run, error = read.error()] { run->fail(error); });
    else
        followFrom(copy);
}

void TrainingRun::Work::followFrom(EventLogCopy &copy)
{
    if (copy.hasFinished())
        collectAndFinish(nullptr, copy);
    else
        follow(nullptr, copy);
}

void TrainingRun::Work::follow(std::unique_ptr<Session> session, EventLogCopy &copy)
{
    FollowOutcome outcome;
    {
        std::size_t leader = leaderOf(copy);
        auto fetcher = makeFetcher(leader);
        FollowObserver observer;
        observer.arrived = [&](std::vector<EventLine> lines) {
            if (const std::size_t now = leaderOf(copy); std::exchange(leader, now) != now)
                fetcher = makeFetcher(leader);
            const auto saves = [](const EventLine &line) { return line.get<CheckpointSaved>() != nullptr; };
            if (fetcher && std::any_of(lines.begin(), lines.end(), saves))
                fetcher->look();
            post([run = m_run, lines = std::move(lines)]() mutable { run->addLines(std::move(lines)); });
        };
        observer.connected = [&](const Session &shared, std::size_t machine) {
            if (fetcher)
                fetcher->look(machine == leader ? shared.another() : nullptr);
            post([run = m_run] { run->contactMade(); });
        };
        observer.lost = [this](const Error &error, const MachineReport &others) {
            post([run = m_run, error, others] { run->contactLost(error, others); });
        };
        outcome = followRun(m_record.machines, m_record.remoteRuns, session, copy, m_prompter, observer, m_leave);
    }
    switch (outcome.end) {
    case FollowEnd::Finished:
        return collectAndFinish(std::move(session), copy);
    case FollowEnd::Stopped:
        return;
    case FollowEnd::NeedsUser:
        return post([run = m_run, error = outcome.error] { run->userNeeded(error); });
    case FollowEnd::Refused:
        return post([run = m_run, error = outcome.error] { run->refused(error); });
    case FollowEnd::Dead:
        return collectAndFail(std::move(session), outcome.error, copy);
    case FollowEnd::Gone:
        return post([run = m_run, error = outcome.error] { run->fail(error); });
    case FollowEnd::Lost:
        collectFromOthers(copy);
        return post([run = m_run, outcome] { run->coordinatorLost(outcome.error, outcome.others); });
    }
}

std::size_t TrainingRun::Work::leaderOf(const EventLogCopy &copy) const
{
    const auto leader = static_cast<std::size_t>(copy.leader());
    return leader < std::min(m_record.machines.size(), m_record.remoteRuns.size()) ? leader : 0;
}

// nullptr: the checkpoints are on this computer already.
std::unique_ptr<CheckpointFetcher> TrainingRun::Work::makeFetcher(std::size_t machine) const
{
    const Machine &coordinator = m_record.machines[machine];
    if (coordinator.kind == Machine::Kind::ThisComputer)
        return nullptr;
    // Used where a server allows one command on a connection. Nobody is asked twice for the password of a machine.
    const auto connect = [coordinator](std::stop_token stop) -> Result<std::unique_ptr<Session>> {
        SilentPrompter silent;
        auto session = connectTo(coordinator, silent, std::move(stop));
        if (!session)
            return tl::unexpected<Error>(session.error());
        return std::move(*session);
    };
    return std::make_unique<CheckpointFetcher>(connect, m_record.remoteRuns[machine], m_record.folder.toStdString(),
        [this](const Error &error) { warn(error); });
}

// What a run that was trained to its end has saved last is its model.
bool TrainingRun::Work::checkpointIsHere(const EventLogCopy &copy) const
{
    const auto steps = checkpointSteps((m_record.folder + QStringLiteral("/checkpoints")).toStdString());
    const bool isComplete = copy.hasFinished() && copy.finished()->outcome == RunFinished::Outcome::Completed;
    return isComplete || copy.newestCheckpoint() == 0 || (!steps.empty() && steps.front() >= copy.newestCheckpoint());
}

void TrainingRun::Work::collectAndFinish(std::unique_ptr<Session> session, const EventLogCopy &copy)
{
    const auto finished = *copy.finished();
    const auto modelIsHere = [&] { return finished.model.empty() || m_record.hasModel(); };
    if (!session && modelIsHere() && checkpointIsHere(copy)) {
        post([run = m_run, finished] { run->finish(finished, {}); });
        return;
    }
    post([run = m_run] { run->setState(State::Collecting); });
    const Collected collected = collectWithRetries(std::move(session), copy);
    if (m_leave.stop_requested())
        return;
    // Logs of a run whose model is here, or that has none, are welcome but not needed.
    if (modelIsHere())
        post([run = m_run, finished, missing = whatIsMissing(collected, copy)] { run->finish(finished, missing); });
    else if (collected.login == Login::NeedsUser)
        post([run = m_run, error = collected.result.error()] { run->userNeeded(error); });
    else if (collected.login == Login::Refused)
        post([run = m_run, error = collected.result.error()] { run->refused(error); });
    else
        post([run = m_run, finished, error = collected.result ? nothingWhole(copy) : collected.result.error()] {
            run->collectingFailed(finished, error);
        });
}

void TrainingRun::Work::collectAndFail(std::unique_ptr<Session> session, const Error &error, const EventLogCopy &copy)
{
    post([run = m_run] { run->setState(State::Collecting); });
    const Collected collected = collectWithRetries(std::move(session), copy);
    collectFromOthers(copy);
    if (!m_leave.stop_requested())
        post([run = m_run, error, missing = whatIsMissing(collected, copy)] { run->failWithout(missing, error); });
}

std::optional<Error> TrainingRun::Work::whatIsMissing(const Collected &collected, const EventLogCopy &copy) const
{
    if (checkpointIsHere(copy))
        return std::nullopt;
    if (!collected.checkpoint)
        return collected.checkpoint.error();
    if (collected.checkpoint->step) // an older one, as a warning says
        return std::nullopt;
    return nothingWhole(copy);
}

Error TrainingRun::Work::nothingWhole(const EventLogCopy &copy) const
{
    return toError(phrase("%1 has none that is whole.").arg(shownName(m_record.machines[leaderOf(copy)].name)));
}

TrainingRun::Work::Collected TrainingRun::Work::collectWithRetries(
    std::unique_ptr<Session> session, const EventLogCopy &copy)
{
    const Machine &leader = m_record.machines[leaderOf(copy)];
    const RemoteRun &remoteRun = m_record.remoteRuns[leaderOf(copy)];
    constexpr int tries = 5; // about half a minute, then a user may try again
    ExponentialBackoff pause;
    Collected collected;
    const auto logIn = [&](Prompter *user) {
        SilentPrompter silent;
        RecordingPrompter recording(user ? *user : silent);
        auto connected = connectTo(leader, recording, m_leave);
        if (!connected) {
            collected.fail(connected.error(),
                recording.wasAsked()                ? Login::NeedsUser
                    : connected.error().isRefusal() ? Login::Refused
                                                    : Login::Open);
            return false;
        }
        session = std::move(*connected);
        return true;
    };
    if (!session && !logIn(m_prompter))
        return collected;
    for (int i = 0; i < tries && collected.login == Login::Open && !m_leave.stop_requested(); ++i) {
        if (i > 0)
            pause.wait(m_leave);
        if (!session && !logIn(nullptr))
            continue;
        collected = collectAll(*session, remoteRun);
        if (collected.isWhole())
            (void)markCollected(*session, remoteRun, copy.lastSequence(), m_leave); // else the folder stays
        const bool connectionHolds = session->run("exit 0").has_value();
        if ((collected.result && collected.checkpoint) || connectionHolds)
            break;
        session.reset();
    }
    if (collected.checkpoint)
        for (const Error &damaged : collected.checkpoint->damaged)
            warn(damaged);
    return collected;
}

// The checkpoint comes also where the model or a log does not.
TrainingRun::Work::Collected TrainingRun::Work::collectAll(Session &session, const RemoteRun &run) const
{
    const std::string folder = m_record.folder.toStdString();
    Collected collected;
    collected.result = collect(session, run, folder, m_leave);
    collected.checkpoint = collectCheckpoint(session, run, folder, CheckpointFetcher::kept, {.stop = m_leave});
    return collected;
}

// The machine that writes checkpoints is not the only one that has them.
void TrainingRun::Work::collectFromOthers(const EventLogCopy &copy) const
{
    const std::size_t machines = std::min(m_record.machines.size(), m_record.remoteRuns.size());
    if (machines < 2 || copy.newestCheckpoint() == 0)
        return;
    post([run = m_run] { run->setState(State::Collecting); });
    std::int64_t newest = newestWholeHere();
    for (std::size_t i = 0; i < machines && newest < copy.newestCheckpoint() && !m_leave.stop_requested(); ++i) {
        if (i == leaderOf(copy))
            continue;
        SilentPrompter silent;
        const auto session = connectTo(m_record.machines[i], silent, m_leave);
        if (!session)
            continue;
        const auto copied = collectCheckpoint(**session, m_record.remoteRuns[i], m_record.folder.toStdString(),
            CheckpointFetcher::kept, {.stop = m_leave}, newest);
        if (!copied)
            continue;
        newest = copied->step.value_or(newest);
        for (const Error &damaged : copied->damaged)
            warn(damaged);
    }
}

std::int64_t TrainingRun::Work::newestWholeHere() const
{
    const std::string folder = (m_record.folder + QStringLiteral("/checkpoints")).toStdString();
    const auto whole = newestWholeCheckpoint(folder, Damaged::SetAside);
    if (!whole)
        return 0;
    for (const std::string &refusal : whole->refusals)
        warn(Error{refusal, {}});
    const auto steps = checkpointSteps(folder);
    return steps.empty() ? 0 : steps.front();
}

void TrainingRun::Work::warn(const Error &error) const
{
    post([run = m_run, event = Event{0, 0, Warning{-1, error.message}}] { run->addLines({event}); });
}

void TrainingRun::Work::end(StopManner manner)
{
    const auto stopped = stopOnAnyMachine(m_record.machines, m_record.remoteRuns, manner, *m_prompter, m_leave);
    if (!stopped && !m_leave.stop_requested())
        post([run = m_run, error = stopped.error()] { Q_EMIT run->stopFailed(error); });
}

void TrainingRun::Work::saveCheckpoint()
{
    const auto asked = saveOnAnyMachine(m_record.machines, m_record.remoteRuns, *m_prompter, m_leave);
    if (!asked && !m_leave.stop_requested())
        post([run = m_run, error = asked.error()] { Q_EMIT run->saveFailed(error); });
}

} // namespace motley
