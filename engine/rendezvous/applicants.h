// Agents that were started again and ask to take part in the run, at the coordinator, until that has decided. For the
// control channel only.
#pragma once

#include "engine/rendezvous/tlsconnection.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

// How such an agent is called; others are called by the number of their machine alone.
std::string applicantName(int machine);
std::optional<int> machineOfApplicant(const std::string &callerName); // nullopt: it is not such an agent

class Applicants {
public:
    void add(int machine, TlsConnection link);
    void addWaits(std::vector<pollfd> &waits) const;
    void advance(); // forgets those who have hung up
    std::optional<TlsConnection> take(int machine); // the newest; nullopt: it has hung up
    void turnAway(int machine, const std::string &line); // who are told so
    void clear() { m_waiting.clear(); }

private:
    struct Applicant {
        int machine = 0;
        TlsConnection link;
        bool isTurnedAway = false;
    };

    static constexpr std::size_t most = 64;
    std::vector<Applicant> m_waiting; // oldest first
};

} // namespace motley
