// Machines at a meeting place: each knows that the others live, and they hand each other texts.
#pragma once

#include "engine/rendezvous/rendezvousstore.h"

#include <functional>
#include <map>
#include <stop_token>
#include <thread>
#include <vector>

namespace motley {

class Gathering {
public:
    // `waits`: told how many machines are there, each time there is one more.
    Gathering(MeetingPlace &place, int machines, std::chrono::seconds limit, std::function<void(int)> waits);

    // Everyone's text of this name, by the machines' numbers. Every machine calls it with the same names in the same
    // order. Errors: a machine is gone, or has not come in time; what the coordinator refused with.
    Result<std::vector<std::string>> exchange(const std::string &name, const std::string &text);

    // The coordinator to each of the others, who wait for it.
    Result<void> tell(int machine, const std::string &text);
    Result<std::string> listen();
    void awaitTaken(std::chrono::seconds limit); // until all have read what they were told

    void refuse(const std::string &why); // to all others, in place of all that would follow
    // For one of the others that has seen by itself why there will be no run: the coordinator must see it live until it
    // has, too.
    void awaitRefusal(std::chrono::seconds limit);

private:
    using Clock = std::chrono::steady_clock;
    struct Pulse {
        std::string last;
        Clock::time_point since; // when it was seen to change
        bool lives = false;
    };

    void beat(std::stop_token stop);
    Result<std::optional<std::string>> textOf(int machine, const std::string &name);
    Result<void> feel(int machine);
    Result<void> checkPatience();

    MeetingPlace &m_place;
    const int m_machines;
    const Clock::time_point m_deadline;
    const std::function<void(int)> m_waits;
    std::map<int, Pulse> m_pulses;
    std::jthread m_beating; // last: it uses the rest
};

} // namespace motley
