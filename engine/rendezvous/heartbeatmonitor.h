// Which machines have fallen silent, by when their heartbeats came.
#pragma once

#include "engine/rendezvous/heartbeat.h"

#include <chrono>
#include <map>
#include <variant>
#include <vector>

namespace motley {

struct HeartbeatLost { // machine 0 is the coordinator
    int machine = 0;
    double seconds = 0;
    bool neverCame = false;
};
struct AllHeartbeatsLost { }; // of several other machines, at the same time: so the fault is here
using Silence = std::variant<HeartbeatLost, AllHeartbeatsLost>;

class HeartbeatMonitor {
public:
    explicit HeartbeatMonitor(const std::vector<int> &machines);

    void heard(int machine);
    void watch(int machine); // anew
    void forget(int machine); // it is not missed any more, whatever it says
    // Who has fallen silent since the last call, each machine once. To be called several times a second.
    std::vector<Silence> silent(HeartbeatTimer::Clock::time_point now = HeartbeatTimer::Clock::now());
    double seconds(int machine) const; // since its last heartbeat, as of the last call of silent()

    static constexpr std::chrono::seconds limit{10};
    static constexpr std::chrono::seconds joinLimit{120}; // to the first heartbeat

private:
    struct Machine {
        HeartbeatTimer sinceHeartbeat;
        double seconds = 0;
        bool hasCome = false;
        bool isReported = false;
    };

    bool haveAllAtOnce() const;

    std::map<int, Machine> m_machines;
};

} // namespace motley
