// One of the user's machines, as an object that probes it on a thread of its own.
#pragma once

#include "engine/protocol/probereport.h"
#include "remote/fleet/lookpause.h"
#include "remote/fleet/machine.h"
#include "remote/probe/look.h"
#include "remote/session/prompter.h"
#include "remote/session/sentence.h"
#include "remote/session/session.h"

#include <QDateTime>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <optional>
#include <stop_token>

namespace motley {

// Idle -> Probing -> Ready | Failed; refresh() starts again from any state but Probing.
// What is done on a machine once it has answered, by the thread that asked it.
using AtContact = std::function<void(const Machine &, Session &, const std::stop_token &)>;

class Host : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Probing, Ready, Failed };
    Q_ENUM(State)

    // Why the last probe failed. NeedsUser: the login has questions. LoginRefused: it had none, and none of the keys
    // was accepted. ProbeFailed: the login is good, what came after it is not.
    enum class Failure {
        None,
        Unreachable,
        NoCommonAlgorithm,
        HostKeyChanged,
        HostKeyRefused,
        LoginRefused,
        NeedsUser,
        ProbeFailed
    };

    Host(Machine machine, Prompter *prompter, QObject *parent = nullptr);
    ~Host() override; // cancels and waits

    const Machine &machine() const { return m_machine; }
    QString displayName() const;
    State state() const { return m_state; }
    const std::optional<ProbeReport> &report() const { return m_report; } // of the last successful probe
    const std::optional<Error> &error() const { return m_error; }
    Failure failure() const { return m_failure; }
    bool needsUser() const { return m_failure == Failure::NeedsUser; }
    const std::optional<Look> &lastLook() const
    {
        return m_look;
    } // nullopt: none, or the newest question had no answer
    int answers() const { return m_answers; } // how often it was asked, with whatever answer
    const QDateTime &lastSeen() const { return m_lastSeen; } // invalid: not since this program was started
    // Says whether a login asks for a password each time, so that the machine is not looked at by itself.
    bool asksForSecret() const { return m_asksForSecret; }

    void refresh(Questions questions = Questions::Asked);
    // Looks again at a machine that was ready or could not be reached, without a question; its state stays until the
    // answer. Nothing happens where a login would ask for a secret, and in the pauses after looks without an answer.
    void lookAgain();
    void cancel();
    void setAtContact(AtContact work) { m_atContact = std::move(work); }
    void setMachine(Machine machine); // the same machine with other terms or shared folders

Q_SIGNALS:
    void changed();

private:
    struct Answer;

    void setState(State state);
    void ask(Questions questions, const std::optional<ProbeReport> &known);
    void apply(const Answer &answer);

    Machine m_machine;
    Prompter *m_prompter;
    AtContact m_atContact;
    State m_state = State::Idle;
    std::optional<ProbeReport> m_report;
    std::optional<Error> m_error;
    Failure m_failure = Failure::None;
    std::optional<Look> m_look;
    int m_answers = 0;
    QDateTime m_lastSeen;
    bool m_asksForSecret = false;
    LookPause m_pause;
    bool m_isLooking = false;
    std::stop_source m_stop;
    QThreadPool m_queue;
};

} // namespace motley
