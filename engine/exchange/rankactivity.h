// What one rank is doing: written by the threads that train, read by the one that reports it to the agent.
#pragma once

#include "engine/protocol/rankstatus.h"

#include <atomic>

namespace motley {

class RankActivity {
public:
    void enter(RankPhase phase)
    {
        m_phase = phase;
        advance();
    }
    RankPhase phase() const { return m_phase; }

    void advance() { ++m_progress; } // a part of the work is done
    std::int64_t progress() const { return m_progress; }

    void beginCollective() { ++m_collectives; }
    std::int64_t collectives() const { return m_collectives; }

    // Its collectives are counted anew, as its ranks begin them together.
    void beginGeneration(int number)
    {
        m_collectives = 0;
        m_hasLostPeer = false;
        m_generation = number;
    }
    int generation() const { return m_generation; }
    void losePeer() { m_hasLostPeer = true; }
    bool hasLostPeer() const { return m_hasLostPeer; }

    // For as long as it lives, the rank is in another phase.
    class Phase {
    public:
        Phase(RankActivity &activity, RankPhase phase) : m_activity(activity), m_before(activity.phase())
        {
            m_activity.enter(phase);
        }
        ~Phase() { m_activity.enter(m_before); }
        Phase(const Phase &) = delete;
        Phase &operator=(const Phase &) = delete;

    private:
        RankActivity &m_activity;
        const RankPhase m_before;
    };

private:
    std::atomic<RankPhase> m_phase{RankPhase::Starting};
    std::atomic<std::int64_t> m_progress{0};
    std::atomic<std::int64_t> m_collectives{0};
    std::atomic<int> m_generation{0};
    std::atomic<bool> m_hasLostPeer{false};
};

} // namespace motley
