// The blocking side of a TrainingRun: straight-line code on a pool thread. Results go to the object as queued calls, so
// that the object is touched by its own thread only.
#pragma once

#include "remote/run/runfollower.h"
#include "remote/run/trainingrun.h"

namespace motley {

class TrainingRun::Work {
public:
    explicit Work(TrainingRun &run, Questions questions = Questions::Asked); // takes what it needs as values

    void begin(const RunRequest &request); // to the end of the run
    void resumeFollowing(); // after attach()
    void followAgain(); // what comes after the copied events, which the run has
    void end(bool now);

private:
    void followFrom(EventLogCopy &copy);
    void follow(std::unique_ptr<Session> session, EventLogCopy &copy);
    void collectAndFinish(std::unique_ptr<Session> session, const EventLogCopy &copy);
    enum class Login { Open, NeedsUser, Refused };
    struct Collected {
        Result<void> result;
        Login login = Login::Open; // of the error
    };
    Collected collectWithRetries(std::unique_ptr<Session> session, std::int64_t lastSequence);
    bool modelIsHere(const RunFinished &finished) const;

    template <typename Body>
    void post(Body body) const
    {
        QMetaObject::invokeMethod(m_run, std::move(body), Qt::QueuedConnection);
    }

    TrainingRun *m_run; // never touched here: only the target of queued calls
    RunRecord m_record;
    Prompter *m_prompter; // nullptr: no login may ask a user
    std::stop_token m_leave;
    std::stop_token m_cancel;
};

} // namespace motley
