// A run whose ranks are threads that die, each at a moment of its own; the test tells the others who goes on, as a
// coordinator does.
#pragma once

#include "engine/training/membershipinbox.h"
#include "engine/training/worker.h"
#include "tests/engine/rendezvous/relayingagents.h"

#include <sys/socket.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct Killed { }; // thrown through all of the engine, as nothing there catches it

// What a rank does; each may throw Killed.
struct Fate {
    std::function<void(std::int64_t samples)> onPass; // forward, of that many samples
    std::function<void()> onScore; // in a test
    std::function<void(const EventBody &)> onEvent; // before it is reported
    std::function<void()> onBroadcast; // before it takes part in one
    // A message to another rank over a connection of our own. False: it does not go out yet.
    std::function<bool(const msghdr &)> onSend;
    // Before it is safe on the disk. On the thread that writes checkpoints, Killed lets that fail, and the rank dies
    // with the next thing that it does.
    std::function<void()> onFileWritten;
    bool isSilent = false; // its connections stay open
    std::function<void()> beforeNotice; // after it died: the others are told once this returns
};

class SurvivalRun {
public:
    SurvivalRun(JobSpec job, std::string folder, int ranks);

    // The fate of a rank, made from what it is doing.
    using FateOf = std::function<Fate(const RankActivity &)>;
    void doom(int rank, FateOf fate) { m_fates[rank] = std::move(fate); } // in place of an earlier one
    // Once the others have formed a generation without it, this rank gets ready again, and `joins` is called.
    void comesBack(int rank, std::function<void()> joins);
    void telling(bool tells) { m_tells = tells; } // the others who trains together; true without it
    void on(std::vector<Device> devices) { m_devices = std::move(devices); } // by rank; processors without it
    void inGroups(std::vector<int> groups)
    {
        m_groups = std::move(groups);
    } // of Adasum, by rank; each alone without it
    void measuring() { m_shareRule = ShareRule::Measured; } // shares follow the ranks' speeds
    void inFolders(std::function<std::string(int rank)> folderOf) { m_folderOf = std::move(folderOf); } // of their own
    void requestStop() { m_stop = true; }
    void lacking(std::size_t steps) { m_lacking = steps; } // the log that goes on after a loss does not have the last
    std::function<void(SurvivalRun &, const EventBody &)> onEvent; // of any rank, after it is noted

    void run(); // until all ranks have ended
    void form(std::vector<int> ranks); // the next generation, of these
    void join(int rank); // that came back: in the generation that follows the step in progress

    std::vector<RankResult<WorkerOutcome>> outcomes; // by rank
    std::vector<EventBody> events; // of all ranks, as they came
    template <typename Body>
    std::vector<Body> all() const
    {
        std::vector<Body> found;
        for (const EventBody &event : events)
            if (const auto *body = std::get_if<Body>(&event))
                found.push_back(*body);
        return found;
    }

private:
    WorkerContext contextOf(int rank);
    void beRank(int rank);
    void beBack(int rank, const std::shared_ptr<AgentLink> &agent);
    void tell(const std::vector<int> &ranks, bool followsAStep); // with the mutex locked
    void note(int rank, const EventBody &event);
    void lose(int rank, const std::function<void()> &beforeNotice);
    Plan planOf(const std::vector<int> &ranks) const;

    const JobSpec m_job;
    std::function<std::string(int rank)> m_folderOf;
    std::vector<Device> m_devices;
    std::vector<int> m_groups;
    ShareRule m_shareRule = ShareRule::Given;
    std::map<int, FateOf> m_fates;
    std::map<int, std::function<void()>> m_joins; // by rank
    bool m_tells = true;
    std::size_t m_lacking = 0;
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_isOver{false}; // for those that are silent
    std::mutex m_mutex;
    int m_generation = 1;
    std::vector<int> m_living;
    std::vector<std::shared_ptr<MembershipInbox>> m_inboxes;
    std::unique_ptr<RelayingAgents> m_agents;
};

std::size_t bytesOf(const msghdr &message);
std::int64_t reportBytes(std::int64_t ranks, std::int64_t parameters); // of the report of a step, as it is sent

} // namespace motley
