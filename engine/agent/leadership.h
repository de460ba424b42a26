// Who coordinates the run, as one agent knows it: this agent, another one, or the one that is still looked for because
// the last one is lost. What is said in this machine's name, and by machines that it coordinates, goes where it
// belongs.
#pragma once

#include "engine/agent/contactinquiry.h"
#include "engine/agent/coordinator.h"
#include "engine/agent/regroup.h"
#include "engine/protocol/runfolder.h"
#include "engine/rendezvous/controlchannel.h"
#include "engine/rendezvous/heartbeat.h"
#include "engine/run/eventlog.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace motley {

class Leadership {
public:
    // Errors: the log of the run cannot be opened. `launch` must live longer.
    static Result<Leadership> begin(const RunFolder &folder, const LaunchSpec &launch, EventLog::Observer observer);
    // Of an agent that was started again and waits to take part in what that machine leads.
    static Leadership under(int leader, const RunFolder &folder, const LaunchSpec &launch, EventLog::Observer observer);
    void connect(ControlChannel &channel); // which must live longer

    bool isHere() const { return m_launch->machine == m_leader; } // this agent coordinates
    bool isWaiting() const { return m_place == Place::Waits; } // until the coordinator lets it take part
    const RunProgress &progress() const { return m_coordinator->progress(); }

    void report(const EventBody &body); // of this machine
    void report(const std::vector<RankStatus> &ranks);

    void handle(const PeerEvent &news);
    void handle(const PeerHeartbeat &news);
    void handle(const PeerCame &news);
    void handle(const PeerAsks &news);
    void handle(const CopiedEvent &news);
    void handle(const Welcome &news);
    void handle(const HeartbeatLost &news);
    void handle(const AllHeartbeatsLost &);
    void handle(const ConnectionLost &news);
    void handle(const MembershipOrder &news);
    void handle(const HandedOver &news) { m_handedOver = news.cause; }
    void takeNobodyIn() { m_coordinator->takeNobodyIn(); } // from now on, as the run is being stopped

    void look() { m_absence.look(); } // to be called each time that this process runs on
    // What is decided now: by the coordinator, which this agent may have become, or StandDown where there is none.
    std::optional<Decision> decide();
    void deliver(); // what is in the log, to its observer and to those that keep copies
    void standDown(); // nothing more is written into the log
    void handOver(const RankFailed &cause); // the same, once those that lead next have all of it
    void leave(const RankFailed &cause); // of a machine whose ranks are well
    void finish(const RunFinished &result); // into the log, or into end.json where another machine has that

private:
    Leadership(const RunFolder &folder, const LaunchSpec &launch, EventLog::Observer observer);

    const PlannedMachine &machineOf(int number) const { return m_launch->plan.machines[std::size_t(number)]; }
    bool mayBeLeftBehind() const; // others may have gone on while this process did not run
    void lose(int machine, const std::string &why, bool isSilent);
    std::optional<Decision> regroup();
    void hearAnswers();
    void follow(int leader);
    bool openLog();

    RunFolder m_folder;
    const LaunchSpec *m_launch;
    EventLog::Observer m_observer;
    ControlChannel *m_channel = nullptr;
    int m_leader = 0; // the machine that coordinates; -1: none that this agent belongs to
    std::unique_ptr<Coordinator> m_coordinator; // what this agent knows as one, or would need to know
    std::optional<Regroup> m_regroup;
    std::vector<EventBody> m_lastWords; // of this machine's ranks: each coordinator must hear them
    std::vector<PeerEvent> m_held; // until it is known who coordinates
    std::set<int> m_asking; // machines that want to take part again, until this agent coordinates
    struct Inquiry {
        ConnectionLost news;
        ContactInquiry asking;
        std::chrono::duration<double> absence; // of this process, when the connection was lost
    };
    std::vector<Inquiry> m_inquiries; // of machines that this one coordinates
    OwnAbsence m_absence;
    // Waits -> New -> Inside. The log of a new one may lack events from before its time.
    enum class Place { Waits, New, Inside } m_place = Place::Inside;
    std::optional<std::string> m_whyLeft; // no longer waiting
    std::optional<RankFailed> m_handedOver; // by the machine that leads, and why
};

} // namespace motley
