#include "remote/run/runfollower.h"

#include "remote/run/exponentialbackoff.h"
#include "remote/session/machinename.h"
#include "remote/session/recordingprompter.h"
#include "remote/session/sentence.h"
#include "remote/session/silentprompter.h"

#include <QCoreApplication>

namespace motley {

namespace {

class Following {
    Q_DECLARE_TR_FUNCTIONS(motley::Following)
    MOTLEY_PHRASES(motley::Following)

public:
    Following(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
        std::unique_ptr<Session> &session, EventLogCopy &copy, Prompter *prompter, const FollowObserver &observer,
        std::stop_token stop)
        : m_machines(machines), m_remoteRuns(remoteRuns), m_session(session), m_copy(copy), m_prompter(prompter),
          m_observer(observer), m_stop(std::move(stop))
    {
    }

    FollowOutcome run();

private:
    const Machine &machine() const { return m_machines[m_at]; }
    QString inSentence() const { return insideSentence(machine().name); }
    const RemoteRun &remoteRun() const { return m_remoteRuns[m_at]; }
    FollowOutcome followUntilTheEnd();
    bool goesOnAt(const MachineReport &others); // true: that machine is followed from now on
    Result<void> connect();
    tl::expected<void, FollowError> read();
    // nullopt: it goes on, maybe on another machine, which is followed then, or that is not known.
    std::optional<FollowOutcome> endWithoutEvent();
    FollowOutcome dead(const RunStatus &status) const;
    FollowOutcome gone() const;
    MachineReport askOthers() const;
    FollowOutcome lost(const Error &error, const MachineReport &report) const;

    const std::vector<Machine> &m_machines;
    const std::vector<RemoteRun> &m_remoteRuns;
    std::size_t m_at = 0; // the machine that is followed
    std::unique_ptr<Session> &m_session;
    EventLogCopy &m_copy;
    Prompter *m_prompter; // for the next login; nullptr: it may ask nobody
    const FollowObserver &m_observer;
    std::stop_token m_stop;
    bool m_needsUser = false;
    bool m_isRefused = false;
    std::optional<Error> m_writeProblem;
};

FollowOutcome Following::run()
{
    if (const auto leader = static_cast<std::size_t>(m_copy.leader()); leader < m_machines.size() && !m_session)
        m_at = leader;
    FollowOutcome outcome = followUntilTheEnd();
    if (m_at != static_cast<std::size_t>(m_copy.leader()))
        m_session.reset(); // it is not this machine that has the results
    return outcome;
}

bool Following::goesOnAt(const MachineReport &others)
{
    if (!others.hasEvents || m_stop.stop_requested())
        return false;
    m_at = others.index;
    m_session.reset();
    return true;
}

FollowOutcome Following::followUntilTheEnd()
{
    ExponentialBackoff pause;
    for (;;) {
        MachineReport others;
        Result<void> done = connect();
        if (done) {
            const auto before = m_copy.lastSequence();
            if (auto end = endWithoutEvent())
                return *std::move(end);
            if (!m_session) {
                pause.wait(m_stop);
                continue;
            }
            if (m_stop.stop_requested())
                return {FollowEnd::Stopped, {}};
            m_observer.connected(*m_session, m_at);
            const auto followed = read();
            if (m_copy.lastSequence() > before)
                pause.reset();
            if (const auto end = !followed && followed.error().connectionHolds ? endWithoutEvent() : std::nullopt)
                return *end;
            if (!followed)
                done = tl::unexpected<Error>(followed.error());
        } else if (!m_needsUser && !m_isRefused) {
            others = askOthers();
        }
        if (m_copy.hasFinished())
            return {FollowEnd::Finished, {}};
        if (m_stop.stop_requested())
            return {FollowEnd::Stopped, {}};
        if (m_needsUser)
            return {FollowEnd::NeedsUser,
                toError(phrase("%1 asks a question before it lets you log in. Open the run again to watch it.")
                            .arg(shownName(machine().name)),
                    done ? std::string() : done.error().message)};
        if (m_isRefused)
            return {FollowEnd::Refused, done.error()};
        if (goesOnAt(others)) {
            pause.wait(m_stop);
            continue;
        }
        if (others.state == MachineReport::State::Failed)
            return lost(done.error(), others);
        m_session.reset();
        if (!done)
            m_observer.lost(done.error(), others);
        pause.wait(m_stop);
    }
}

Result<void> Following::connect()
{
    Prompter *user = std::exchange(m_prompter, nullptr);
    if (m_session)
        return {};
    SilentPrompter silent;
    RecordingPrompter recording(user ? *user : silent);
    auto session = connectTo(machine(), recording, m_stop);
    m_needsUser = !session && recording.wasAsked();
    m_isRefused = !session && session.error().isRefusal();
    if (!session)
        return tl::unexpected(session.error());
    m_session = std::move(*session);
    return {};
}

tl::expected<void, FollowError> Following::read()
{
    const auto onEvents = [this](std::vector<EventLine> lines) {
        if (const auto written = m_copy.append(lines); !written && !m_writeProblem) {
            // The events are shown all the same; those missing in the copy are read from the machine at the next start.
            m_writeProblem = written.error();
            lines.emplace_back(Event{0, 0, Warning{-1, written.error().message}});
        }
        m_observer.arrived(std::move(lines));
    };
    return follow(*m_session, remoteRun(), m_copy.lastSequence(), onEvents, m_stop);
}

// What no event says: that there is nothing to follow any more.
std::optional<FollowOutcome> Following::endWithoutEvent()
{
    const auto status = runStatus(*m_session, remoteRun(), m_stop);
    if (!status)
        return isFolderGone(*m_session, remoteRun(), m_stop) ? std::optional(gone()) : std::nullopt;
    const bool hasEnded = status->state == RunStatus::State::Dead
        || (status->state == RunStatus::State::Finished && status->why); // alone, while others may go on
    const bool isDead = hasEnded && status->lastSequence <= m_copy.lastSequence() && !m_copy.hasFinished();
    return isDead && !goesOnAt(askOthers()) ? std::optional(dead(*status)) : std::nullopt;
}

FollowOutcome Following::dead(const RunStatus &status) const
{
    const QString log = QString::fromStdString(remoteRun().folder + "/agent.log");
    const Sentence words = status.why
        ? phrase("The training on %1 ended without any message: %2 The log there is %3.")
              .arg(inSentence(), QString::fromStdString(*status.why), log)
        : phrase("The training on %1 ended without any message. The log there is %2.").arg(inSentence(), log);
    return {FollowEnd::Dead, toError(words)};
}

// Asks without questions to a user, who has not asked for these logins.
MachineReport Following::askOthers() const
{
    SilentPrompter silent;
    return askOtherMachines(m_machines, m_remoteRuns, m_at, silent, m_stop);
}

FollowOutcome Following::lost(const Error &error, const MachineReport &report) const
{
    const QString why = QString::fromStdString(report.why);
    const QString leader = shownName(machine().name);
    const QString other = insideSentence(report.machine);
    const Sentence words = why.isEmpty()
        ? phrase("%1, which led the training, does not answer, and it has ended on %2.").arg(leader, other)
        : phrase("%1, which led the training, does not answer, and it has ended on %2: %3").arg(leader, other, why);
    return {FollowEnd::Lost, toError(words, error.message), report};
}

FollowOutcome Following::gone() const
{
    return {FollowEnd::Gone,
        toError(phrase("The folder of this run on %1 does not exist: %2. It was removed, or the training never began "
                       "there. What is known of the run is what was copied here.")
                    .arg(inSentence(), QString::fromStdString(remoteRun().folder)))};
}

} // namespace

FollowOutcome followRun(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    std::unique_ptr<Session> &session, EventLogCopy &copy, Prompter *prompter, const FollowObserver &observer,
    std::stop_token stop)
{
    return Following(machines, remoteRuns, session, copy, prompter, observer, std::move(stop)).run();
}

} // namespace motley
