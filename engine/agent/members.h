// Who trains in a run, and what is decided where some of them are lost. Belongs to the coordinator; knows no processes
// and no connections.
#pragma once

#include "engine/agent/lostranks.h"
#include "engine/plan/balance/steptime.h"
#include "engine/plan/membershipchange.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/rankstatus.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace motley {

struct CannotGoOn {
    RankFailed cause;
    std::string why; // the others do not go on; empty: that goes without saying
};
struct CutOff { // others may go on without this machine
    RankFailed cause;
};
struct HandOver { // no rank is left on this machine, and others can lead those that are left
    RankFailed cause;
};
struct LostAfterTheEnd { // of the training: nobody needs these ranks any more
    std::vector<RankFailed> lost;
};
using MembersDecision = std::variant<MembershipChanged, CannotGoOn, CutOff, HandOver, LostAfterTheEnd>;

class Members {
public:
    using Clock = LostRanks::Clock;

    explicit Members(const LaunchSpec &launch);

    // Of what another machine decided, which coordinates or did so; none that is older than the present one.
    void adopt(const Membership &membership);

    const Membership &now() const { return m_now; }
    bool has(int rank) const { return indexOf(m_now, rank).has_value(); }
    bool hasMachine(int machine) const; // a rank of it trains

    void add(const EventBody &event); // of the run
    void update(const RankStatus &status, Clock::time_point now = Clock::now());
    void lose(const RankFailed &failure, Clock::time_point now = Clock::now());
    // `contact`: Gone, or Unknown where it may train on with others.
    void loseMachine(int machine, const std::string &cause, Contact contact = Contact::Gone,
        RankFailed::Kind kind = RankFailed::Kind::Hung, Clock::time_point now = Clock::now());

    // All ranks of a machine that was lost train again, from the next generation on. Errors: they cannot.
    Result<MembershipChanged> takeIn(int machine);
    bool isChanging() const { return !m_lost.isEmpty() || !m_isFormed; } // losses are heard, or ranks connect
    bool isFormed() const { return m_isFormed; } // this generation, as far as is known
    bool hasLogOfThis() const; // all of the run's events that are older than this membership
    bool isEnding() const { return !m_done.empty(); }
    // The ranks before have come to the end of the run, and those that were taken in last have not begun.
    void endWithoutNewcomers();

    // In place of the machine that coordinated before. `hasCheckpoint`: this one has one, too.
    void succeed(bool hasCheckpoint) { m_hasCheckpoint = hasCheckpoint; }
    // The present membership, where the log has an older one: whoever coordinated before told it and was lost before
    // its log was copied. Of the ranks that are gone since, only that machine knew the causes.
    std::optional<MembershipChanged> unlogged() const;
    // Without contacts, of this machine: what succession() needs to know of the generations.
    Standing standing() const;

    // Whether ranks have lost a peer, and nothing is heard yet of a rank that is gone.
    bool looksForACause() const { return !m_lost.isEmpty() && !m_lost.hasCause(); }

    // What is decided now, if anything is; a change has then been made. To be asked several times a second.
    std::optional<MembersDecision> decide(const Silences &silence, Clock::time_point now = Clock::now());

    static constexpr int mostRepairs = 3; // of connections between ranks of which none is lost, without a step between

private:
    struct Logged {
        int generation = 1;
        std::vector<int> ranks;
    };

    MembershipChanged changeOf(const std::vector<RankFailed> &lost) const;
    std::optional<MembersDecision> decideWithout(const std::vector<RankFailed> &lost);
    bool mayGoOn(const std::vector<int> &left);
    bool canHaveWholeState(const std::vector<int> &left) const;
    bool hasEndedHere() const; // well, a rank of this machine
    MembershipChanged change(Membership next, const std::vector<RankFailed> &lost);
    void begin(const Membership &next);
    RankFailed brokenConnection() const;

    const JobSpec m_job;
    const Plan m_plan; // as launched
    const int m_machine; // this one
    bool m_hasCheckpoint; // to go back to, where this machine coordinates
    Membership m_now;
    Membership m_formed; // the newest whose ranks are known to have connected: they hold the optimizer state by it
    std::vector<std::vector<int>> m_generations; // machines: see Standing
    Logged m_logged; // the newest membership that the log has
    std::set<int> m_unknown; // machines that were lost and may train on with others
    LostRanks m_lost;
    std::set<int> m_done; // ranks that have ended well
    std::set<int> m_absent; // of these, those that others form a generation with
    std::vector<StepTimeFit> m_fits; // index = rank
    std::vector<StepTime> m_times; // index = rank: as planned until enough steps are measured
    Reported m_reported;
    bool m_isFormed = true; // this generation; the first one does not say so
    int m_oldest = 1; // the generation of ranks that have told least, of which none is lost
    std::set<int> m_newcomers; // ranks, until their first generation is formed
    bool m_hasStepped = false; // in this generation
    int m_repairs = 0;
    GenerationLosses m_before; // those of the generation before
};

} // namespace motley
