// Finds out that a run stands still, and which rank holds it up.
#pragma once

#include "engine/protocol/rankstatus.h"
#include "engine/rendezvous/heartbeat.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace motley {

std::string describe(RankPhase phase); // "trains", of a rank

struct Standstill {
    std::optional<int> rank; // the others wait for it; nullopt: all wait, so what fails is the network between them
    RankPhase phase = RankPhase::Training; // of that rank, or of all
};

// All ranks of a generation begin the same collectives in the same order, so the others wait for those that have begun
// the fewest, or are in an earlier generation. While one of these works, or begins a collective, the run goes on,
// however long it takes.
class RankWatch {
public:
    explicit RankWatch(int ranks);

    void update(const RankStatus &status);
    void setMembers(const std::vector<int> &ranks); // those that train from now on; they have time to begin together

    // What to say of a run that has stood still for longer than the limit. To be called several times a second: time in
    // which this process was suspended does not count.
    std::optional<Standstill> check(HeartbeatTimer::Clock::time_point now = HeartbeatTimer::Clock::now());

    // The ranks that the others wait for now. None: there is none, or all wait for each other. Whoever has lost a peer
    // waits for the next generation.
    std::vector<RankStatus> waitedFor() const;

    static constexpr std::chrono::seconds limit{300};

private:
    std::vector<RankStatus> last() const;

    std::vector<RankStatus> m_ranks;
    HeartbeatTimer m_standing;
};

} // namespace motley
