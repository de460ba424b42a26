// Which machines that a run has lost are taken back, and when. Follows from the run's events, from what became of each
// attempt, and from the time that is given; knows no machine itself.
#pragma once

#include "engine/plan/balance/runmembers.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace motley {

struct Comeback { // of one machine that is lost
    // Waiting -> Preparing | Left; Preparing -> Waiting | Left. Left -> Preparing once a user has asked for an attempt.
    enum class State {
        Waiting, // tried from time to time
        Preparing, // an agent of it is there again: it takes part once its ranks are ready
        Left, // tried only where a user asks for it
    };
    enum class Reason { // why it is left
        None,
        Terms, // a user wants it so
        Failure, // of its ranks, which would fail again
        Login, // has a question for a user
        LoginRefused,
        Refusal, // for what will not change by itself
    };
    State state = State::Waiting;
    Reason reason = Reason::None;
    Error why{}; // that the last attempt came to nothing; empty: there was none, or it did not
    bool wasReached = false; // the machine, by that attempt

    bool operator==(const Comeback &) const = default;
};

struct ComebackAttempt {
    enum class Outcome {
        Prepares, // an agent of the machine is there
        Unreachable,
        NeedsUser, // the login asks
        LoginRefused,
        Failed, // may go well another time
        Refused, // will not
    };
    Outcome outcome = Outcome::Unreachable;
    Error error{};
};

struct ComebackPauses {
    std::chrono::milliseconds first{10'000}; // before the first attempt; twice as long each time
    std::chrono::milliseconds longest{600'000};
    std::chrono::milliseconds look{60'000}; // until it is looked whether a machine that prepares still does
};

class ComebackPlan {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit ComebackPlan(const ComebackPauses &pauses = {}) : m_pauses(pauses) { }

    void setLeftAlone(const std::set<int> &machines, Time now); // a user does not want them to be taken back by itself
    void update(const RunMembers &members, Time now); // as the events have them by now
    void warn(int machine, const Error &warning); // the run's log says this of it
    void end(); // the run is at its end: nobody is taken back any more

    // The machines to try now. Each is tried by nobody else until it was tried().
    std::vector<int> takeDue(Time now);
    void tried(int machine, const ComebackAttempt &attempt, Time now);
    std::vector<int> takeAll(); // as takeDue(), as a user asks for it: all but those that prepare
    std::optional<Time> next() const; // when a machine is due; nullopt: none will be

    const std::map<int, Comeback> &machines() const { return m_machines; }
    bool isBeingTried(int machine) const { return m_tries.count(machine) > 0; }

private:
    struct Pace {
        std::chrono::milliseconds pause{0}; // before the next attempt
        Time due{};
    };
    void lose(int machine, const RunMembers::Loss &loss, Time now);
    void leave(int machine, Comeback::Reason reason, const Error &why = {});
    void wait(int machine, Time now);

    ComebackPauses m_pauses;
    std::map<int, Comeback> m_machines; // that are lost
    std::map<int, Pace> m_paces; // of those that are tried by themselves
    std::map<int, int> m_losses; // how often each machine was lost
    std::set<int> m_tries;
    std::set<int> m_leftAlone;
    bool m_hasEnded = false;
};

} // namespace motley
