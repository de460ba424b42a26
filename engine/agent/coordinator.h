// What the coordinating agent knows of a run and decides: it hears all agents, keeps the log, and says when the others
// go on without ranks that were lost, and when the run is over. Knows no processes and no connections.
#pragma once

#include "engine/agent/cutwatch.h"
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
struct AllDone {
    RunFinished result;
};
using Decision = std::variant<GoOn, GiveUp, AllDone>;

class Coordinator {
public:
    Coordinator(const LaunchSpec &launch, std::unique_ptr<RunLog> log);

    void hear(int machine, const EventBody &said, bool isOnTime = true); // of its agent; late: no sign of slowness
    void watch(const std::vector<RankStatus> &ranks); // of one machine
    void lose(const HeartbeatLost &silent);
    void lose(const ConnectionLost &gone, std::chrono::duration<double> absence); // of this process, lately
    void loseAll(); // the other machines, at the same time: so the fault is here

    // What is decided now. To be asked several times a second. `heartbeats`: the seconds since the last one of each
    // machine. `absence`: how long this process itself did not run lately.
    std::optional<Decision> decide(const Silences &heartbeats, std::chrono::duration<double> absence);

    const RunProgress &progress() const { return m_progress; }
    RunLog &log() { return *m_log; }

private:
    const PlannedMachine &machineOf(int number) const { return m_launch.plan.machines[std::size_t(number)]; }
    bool isHeard(int machine) const; // what it says counts
    void lose(const RankFailed &failure);
    RankFailed explained(RankFailed failure) const;
    std::optional<Decision> checkProgress(const Silences &silence);
    std::optional<Decision> checkAbsence(std::chrono::duration<double> absence);
    std::optional<Decision> checkMembers(const Silences &silence);
    std::optional<Decision> checkEnd() const;
    GiveUp giveUp(const RankFailed &failed, const std::string &why = {});
    Decision goOn(MembershipChanged changed);

    const LaunchSpec m_launch;
    const std::unique_ptr<RunLog> m_log;
    Members m_members;
    RankWatch m_watch;
    CutWatch m_cuts;
    OverdueStep m_overdue;
    RunProgress m_progress;
    std::map<int, RunFinished> m_doneMachines;
    std::optional<GiveUp> m_decided; // by what has been heard
};

} // namespace motley
