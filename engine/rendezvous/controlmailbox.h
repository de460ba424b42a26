// What the thread of a control channel and other threads hand each other; for the channel only. All of it may be called
// from any thread.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/rendezvous/controlchannel.h"
#include "engine/rendezvous/controlpeer.h"

#include <functional>
#include <mutex>
#include <set>
#include <vector>

namespace motley {

class ControlMailbox {
public:
    explicit ControlMailbox(const LaunchSpec &launch);

    // For the channel's thread to do: `role` ends what was asked of it in the one before.
    using Task = std::function<void()>;
    void begin(Task role);
    void ask(Task task);
    std::vector<Task> takeTasks();
    int wakes() const { return m_wakes.get(); } // a descriptor to poll for reading
    void wake() const;
    void beAwake() const; // no call before this one wakes any more

    void add(ControlMessage message);
    std::vector<ControlMessage> receive(); // since the last call

    void send(OutgoingLine news);
    void dropOutgoing(int machine); // what is for that machine alone and was not taken
    std::vector<OutgoingLine> takeOutgoing(); // none while a new role is to begin, to which what was said belongs
    void noteUnsent(const std::set<int> &machines); // who have not got all that was taken
    bool hasUnsent(int machine) const;

    void setOwn(std::vector<RankStatus> ranks, std::int64_t lastEvent);
    std::string heartbeat() const; // a line
    std::string welcome() const; // a line

    void watchAlone(const std::vector<int> &machines); // from now on no others are missed
    void watch(int machine); // anew
    void forget(int machine); // it is missed no more
    void heard(int machine);
    void checkSilences();
    double secondsSinceHeartbeat(int machine) const;

    std::vector<int> ports() const; // by machine
    void setPort(int machine, int port);
    void setPorts(std::vector<int> ports); // of as many machines as the plan has

private:
    const Descriptor m_wakes;
    mutable std::mutex m_mutex; // for all below
    Task m_newRole;
    std::vector<Task> m_tasks;
    std::vector<ControlMessage> m_messages;
    AgentHeartbeat m_own; // of this machine
    std::vector<OutgoingLine> m_outgoing;
    std::set<int> m_unsentTo; // machines
    std::vector<int> m_ports; // by machine
    HeartbeatMonitor m_heartbeats;
};

} // namespace motley
