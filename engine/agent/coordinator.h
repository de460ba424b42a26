// What the coordinating agent knows of a run and decides: it hears all agents, keeps the log, and says when the others
// go on without ranks that were lost, and when the run is over. Those of the other machines know what they would need
// to take its place. Knows no processes and no connections.
#pragma once

#include "engine/agent/cutwatch.h"
#include "engine/agent/joiners.h"
#include "engine/agent/members.h"
#include "engine/agent/overduestep.h"
#include "engine/agent/rankwatch.h"
#include "engine/agent/runlog.h"
#include "engine/agent/runprogress.h"
#include "engine/rendezvous/controlchannel.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace motley {

struct GoOn { // these ranks train together from now on
    Membership members;
    std::map<int, std::string> leftOut; // machines that have no rank any more, each with why
};
struct GiveUp {
    std::string why;
};
struct StandDown { // others may go on: this machine ends its ranks, and the log is theirs
    std::string why;
    std::optional<RankFailed> handsOver = {}; // the others hear this machine, and have this and the log before it goes
};
struct AllDone {
    RunFinished result;
};
struct Prepare { // a machine that was lost and asks to take part again gets its ranks ready
    int machine = 0;
};
struct TurnAway { // such a machine
    int machine = 0;
    std::string why;
    bool wasWelcome = false; // an agent of it gets its ranks ready
};
using Decision = std::variant<GoOn, GiveUp, StandDown, AllDone, Prepare, TurnAway>;

struct LostMachine {
    std::string why;
    Contact contact = Contact::Unknown;
    RankFailed::Kind kind = RankFailed::Kind::Hung;
};

class Coordinator {
public:
    explicit Coordinator(const LaunchSpec &launch); // of a machine that does not coordinate as yet
    Coordinator(const LaunchSpec &launch, std::unique_ptr<RunLog> log);

    // While another machine coordinates.
    void keepIn(std::unique_ptr<RunLog> log); // the copy of the run's log
    bool copy(const LoggedEvent &copied); // false: it does not follow on the last one
    void adopt(const Membership &membership); // as the other one ordered
    std::int64_t lastEvent() const; // of the log; 0: none, or there is none
    std::vector<std::string> linesAfter(std::int64_t event) const; // of what was delivered of the log lately
    Standing standing() const { return m_members.standing(); }
    const Membership &members() const { return m_members.now(); }
    bool hasLogOfMembership() const { return m_members.hasLogOfThis(); } // from before these were told
    bool isFormed() const { return m_members.isFormed(); } // the generation of these, as far as the log here says
    // From now on, in place of machines that were lost, each for a reason. Needs a log. `hasCheckpoint`: this machine
    // has one of the run, too.
    void succeed(const std::map<int, LostMachine> &lost, bool hasCheckpoint);

    void hear(int machine, const EventBody &said, bool isOnTime = true); // of its agent; late: no sign of slowness
    void watch(const std::vector<RankStatus> &ranks); // of one machine
    void lose(const HeartbeatLost &silent);
    // `contact`: what its system says of its agent. `absence`: of this process, lately.
    void lose(const ConnectionLost &gone, Contact contact, std::chrono::duration<double> absence);
    void hearAsking(int machine); // an agent of it was started again and asks to take part
    void takeNobodyIn() { m_isStopping = true; } // from now on, as the run is being stopped
    void loseAll(); // the other machines, at the same time: so the fault is here

    // What is decided now. To be asked several times a second. `heartbeats`: the seconds since the last one of each
    // machine. `absence`: how long this process itself did not run lately.
    std::optional<Decision> decide(const Silences &heartbeats, std::chrono::duration<double> absence);

    const RunProgress &progress() const { return m_progress; }
    bool hasLog() const { return m_log != nullptr; }
    RunLog &log() { return *m_log; }

private:
    const PlannedMachine &machineOf(int number) const { return m_launch.plan.machines[std::size_t(number)]; }
    bool isHeard(int machine) const; // what it says counts
    const PlannedMachine &self() const { return machineOf(m_launch.machine); }
    void learn(int machine, const EventBody &said);
    void nameKeepers();
    void lose(const RankFailed &failure);
    RankFailed explained(RankFailed failure) const;
    std::optional<Decision> checkProgress(const Silences &silence);
    std::optional<Decision> checkAbsence(std::chrono::duration<double> absence);
    std::optional<Decision> checkMembers(const Silences &silence);
    std::optional<Decision> checkJoiners();
    Decision takeIn(int machine);
    void loseJoiner(int machine);
    std::optional<Decision> checkEnd() const;
    StandDown handOver(const RankFailed &failed);
    Decision giveUpHere(const std::string &why); // the fault is of this machine
    GiveUp giveUp(const RankFailed &failed, const std::string &why = {});
    Decision goOn(MembershipChanged changed);

    const LaunchSpec m_launch;
    std::unique_ptr<RunLog> m_log;
    Members m_members;
    RankWatch m_watch;
    CutWatch m_cuts;
    OverdueStep m_overdue;
    RunProgress m_progress;
    std::map<int, RunFinished> m_doneMachines;
    Joiners m_joiners;
    std::int64_t m_lastStep = 0; // of the run; 0: not known
    bool m_isStopping = false;
    std::optional<Decision> m_decided; // by what has been heard
};

} // namespace motley
