// The blocking side of a TrainingRun: straight-line code on a pool thread. Results go to the object as queued calls, so
// that the object is touched by its own thread only.
#pragma once

#include "remote/run/checkpointfetcher.h"
#include "remote/run/runfollower.h"
#include "remote/run/trainingrun.h"

namespace motley {

class TrainingRun::Work {
public:
    explicit Work(TrainingRun &run, Questions questions = Questions::Asked); // takes what it needs as values

    void begin(const RunRequest &request); // to the end of the run
    void resumeFollowing(); // after attach()
    void followAgain(); // what comes after the copied events, which the run has
    void end(StopManner manner);
    void saveCheckpoint();

private:
    void readPast() const;
    Result<void> readCopy(EventLogCopy &copy) const; // and hands it to the object
    void followFrom(EventLogCopy &copy);
    std::size_t leaderOf(const EventLogCopy &copy) const; // the machine that has the results
    void follow(std::unique_ptr<Session> session, EventLogCopy &copy);
    std::unique_ptr<CheckpointFetcher> makeFetcher(std::size_t machine) const;
    void collectAndFinish(std::unique_ptr<Session> session, const EventLogCopy &copy);
    void collectAndFail(std::unique_ptr<Session> session, const Error &error, const EventLogCopy &copy);
    enum class Login { Open, NeedsUser, Refused };
    struct Collected {
        Result<void> result; // of the model and the logs
        Result<CheckpointCopy> checkpoint;
        Login login = Login::Open; // of the error

        bool isWhole() const { return result && checkpoint && (checkpoint->step || checkpoint->damaged.empty()); }
        void fail(const Error &error, Login why)
        {
            result = tl::unexpected(error);
            checkpoint = tl::unexpected(error);
            login = why;
        }
    };
    Collected collectWithRetries(std::unique_ptr<Session> session, const EventLogCopy &copy);
    Collected collectAll(Session &session, const RemoteRun &run) const;
    void collectFromOthers(const EventLogCopy &copy) const; // a checkpoint that is not here
    std::int64_t newestWholeHere() const; // step; 0: there is none
    bool checkpointIsHere(const EventLogCopy &copy) const; // the newest
    // Why a checkpoint that the run has saved is not here. nullopt: it is.
    std::optional<Error> whatIsMissing(const Collected &collected, const EventLogCopy &copy) const;
    Error nothingWhole(const EventLogCopy &copy) const;
    void warn(const Error &error) const;

    template <typename Body>
    void post(Body body) const
    {
        QMetaObject::invokeMethod(m_run, std::move(body), Qt::QueuedConnection);
    }

    TrainingRun *m_run; // never touched here: only the target of queued calls
    RunRecord m_record;
    Prompter *m_prompter; // nullptr: no login may ask a user
    bool m_wantsPast; // somebody does
    LineTexts m_texts; // of the log's lines, as somebody wants them
    std::stop_token m_leave;
    std::stop_token m_cancel;
};

} // namespace motley
