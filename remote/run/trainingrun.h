// One run from the plan to the collected model, as an object that reports. The training itself lives on the machines:
// this object may die and be made again by attach() at any time.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"
#include "engine/protocol/event.h"
#include "engine/protocol/plan.h"
#include "remote/engine/eventline.h"
#include "remote/history/runprofile.h"
#include "remote/history/runrecord.h"
#include "remote/prepare/runrequest.h"
#include "remote/run/comebacks.h"
#include "remote/run/othermachines.h"
#include "remote/session/prompter.h"
#include "remote/session/sentence.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace motley {

class TrainingRun : public QObject {
    Q_OBJECT
    MOTLEY_PHRASES(motley::TrainingRun)

public:
    // Left to right; any may become Failed. A run that another program prepares stays Idle until that has ended.
    // LostContact returns to Running by itself, NeedsLogin and
    // Refused after logIn().
    enum class State {
        Idle,
        Probing,
        Deploying,
        Measuring,
        Launching,
        Running,
        LostContact,
        NeedsLogin, // a login asks a user
        Refused, // the login, or the host key by this computer, until a user has put it right
        Collecting,
        Finished,
        Failed
    };
    Q_ENUM(State)

    TrainingRun(RunHistory *history, Prompter *prompter, QObject *parent = nullptr);
    ~TrainingRun() override; // the training goes on

    void start(const RunRequest &request); // emits runIdKnown as soon as the record exists
    // Emits the copied events at once, then follows from the last sequence number.
    void attach(const RunRecord &record, Questions questions = Questions::Asked);
    void logIn(); // in NeedsLogin and Refused: follows again, and the login may ask a user
    void stop(StopManner manner = StopManner::Graceful); // returns at once
    void saveCheckpoint(); // of a run that trains, after the step it is in; returns at once
    void cancelPreparation(); // before Running: ends agents that were started, keeps the files that were sent

    State state() const { return m_state; }
    const RunRecord &record() const { return m_record; }
    const std::optional<Error> &error() const { return m_error; }
    // What the other machines say of the training while the one that coordinates it does not answer.
    const MachineReport &others() const { return m_others; }
    Comebacks &comebacks() { return m_comebacks; } // of machines that it has lost
    const Comebacks &comebacks() const { return m_comebacks; }
    bool isReading() const { return m_isReading; } // the copied events, after attach()

Q_SIGNALS:
    void stateChanged(motley::TrainingRun::State state);
    void progressed(const motley::MachineProgress &progress);
    void measured(const std::vector<motley::CandidateMachine> &machines); // every candidate has its speed
    void planned(const motley::Plan &plan);
    void runIdKnown(const QString &runId);
    void pastRead(const std::vector<motley::Event> &events); // pastOf() it, before its own events
    void linesArrived(
        const std::vector<QByteArray> &lines); // of the log as they are, before their events; connect first
    void eventsArrived(const std::vector<motley::Event> &events);
    void eventsExpected(double number); // about so many are read from the copy
    void copyRead(); // isReading() is false from now on
    void stopFailed(const motley::Error &error); // the run goes on
    void saveFailed(const motley::Error &error); // it could not be asked for a checkpoint

private:
    class Work; // the blocking straight-line code, in runwork.cpp; it calls the functions below

    void setState(State state);
    void attachOncePrepared(Questions questions);
    void storeSpeeds(const std::vector<CandidateMachine> &machines);
    void learnSpeeds();
    void storeRemoteRuns(const std::vector<RemoteRun> &remoteRuns);
    void preparationFailed(bool cancelled, const Error &error);
    void launched();
    void contactMade();
    void contactLost(const Error &error, const MachineReport &others);
    void coordinatorLost(const Error &error, const MachineReport &others);
    void userNeeded(const Error &error);
    void refused(const Error &error);
    void addLines(std::vector<EventLine> lines);
    void note(const Event &event);
    void storeNewTest();
    void endReading();
    // `missing`: why what it has saved is not on this computer; nullopt: it is.
    void finish(const RunFinished &finished, const std::optional<Error> &missing);
    void collectingFailed(const RunFinished &finished, const Error &error);
    void noteEnd(const RunFinished &finished);
    Error endOfPreparation() const;
    void fail(const Error &error); // stores the reason
    void failWithout(const std::optional<Error> &missing, const Error &error);
    void end(const Error &error);
    void storeRecord();

    RunHistory *m_history;
    Prompter *m_prompter;
    State m_state = State::Idle;
    RunRecord m_record;
    bool m_isReading = false;
    bool m_hasNewTest = false; // which the history does not know of
    std::optional<Error> m_error;
    MachineReport m_others;
    double m_toldEnd = 0; // when the run said that it ended: seconds since 1970, by a machine's clock
    std::optional<RankFailed> m_failure; // of the rank that failed first, and that the run did not go on without
    bool m_hasSaidUnknown = false; // that there are events unknown here
    RunProfile m_profile;
    Comebacks m_comebacks;
    std::stop_source m_leave; // for the end of following; the training is left alone
    std::stop_source m_cancel; // for the end of the preparation: agents that were started are ended
    QThreadPool m_queue;
};

} // namespace motley
