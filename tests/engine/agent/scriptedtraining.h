// What a scripted rank does in place of training: it takes part in generations as a real one does, without tensors.
// Each rank notices by the number of its process that a peer has gone. Beside the run folders, a file cut-N makes rank
// N lose a connection once, and leave-N makes it go on in its script; with `end` all have trained to their last step.
#pragma once

#include "engine/protocol/membership.h"
#include "engine/protocol/rankstatus.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

namespace motley {

class ScriptedTraining {
public:
    ScriptedTraining(const std::string &folder, int rank);

    void run(double seconds, const std::atomic<bool> &stopped); // to the rank's last event, unless it leaves

private:
    void readInput();
    std::optional<Membership> newer();
    void form(Membership next);
    void step();
    bool hasLostPeer() const;
    bool isFirst() const { return m_members.ranks.front() == m_rank; }
    bool exists(const std::string &name) const; // beside the run folders
    std::string processFile(int rank) const;
    [[noreturn]] void finish(bool isStopped) const;

    const std::string m_root; // of all machines' folders
    const int m_rank;
    Membership m_members;
    RankStatus m_status;
    std::int64_t m_step = 0;
    std::mutex m_mutex;
    std::optional<Membership> m_newest; // from stdin
};

} // namespace motley
