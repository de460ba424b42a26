// Finds the machine that coordinates a run from now on, where its coordinator is lost: the agents that are left meet at
// the next one in order. Decides by succession() alone.
#pragma once

#include "engine/agent/contactinquiry.h"
#include "engine/agent/coordinator.h"
#include "engine/base/runclock.h"
#include "engine/rendezvous/controlchannel.h"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace motley {

class Regroup {
public:
    Regroup(const LaunchSpec &launch, ControlChannel &channel) : m_launch(launch), m_channel(channel) { }

    bool isUnderWay() const { return m_standing.has_value(); }
    void begin(Standing standing); // of this machine, without contacts
    // The coordinator, one that this agent has asked, or one that has come.
    void lose(int machine, const std::string &why, bool isSilent);
    void meet(int machine); // it has come to this agent
    void adopt(Standing standing); // one that came has heard of a newer membership

    struct Lead { // from now on, without these
        std::map<int, LostMachine> lost;
    };
    struct CannotGoOn {
        std::string why;
    };
    // To be asked several times a second.
    using Outcome = std::variant<Lead, CannotGoOn>;
    std::optional<Outcome> advance();
    int welcome(); // by the machine that was asked, which is returned: it coordinates from now on

private:
    using Clock = RunClock;

    const PlannedMachine &machineOf(int number) const { return m_launch.plan.machines[std::size_t(number)]; }
    bool join(int machine); // false: it is not known yet whether it can be reached
    void wait();
    void askTheLost();
    void inquire(int machine, bool isLost, const std::string &why);
    void hearAnswers();
    void note(int machine, Contact contact, const std::string &why);

    const LaunchSpec &m_launch;
    ControlChannel &m_channel;
    std::optional<Standing> m_standing;
    std::map<int, std::string> m_whyLost; // machines that are Gone or Unknown
    struct Inquiry {
        ContactInquiry asking;
        bool isLost = false; // its connection; else it has not come yet, and still may
        std::string why;
    };
    void hear(int machine, Contact contact, const Inquiry &inquiry);
    std::map<int, Inquiry> m_inquiries; // by machine
    struct Connecting {
        int machine = 0;
        Descriptor socket; // empty: it has failed at once
        std::optional<int> problem; // as of outcomeOfConnecting()
        Clock::time_point begun;
    };
    std::optional<Connecting> m_connecting;
    std::optional<int> m_asked; // the machine that this agent waits for
    std::optional<Clock::time_point> m_waitingSince; // for others, as the one that would lead
    Clock::time_point m_lookedAt; // for those that have not come
};

} // namespace motley
