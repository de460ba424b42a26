// The ranks of one machine.
#pragma once

#include "engine/agent/rankprocess.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/membership.h"
#include "engine/rendezvous/controlchannel.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace motley {

class Ranks {
public:
    Ranks(RunFolder folder, const LaunchSpec &launch, std::string engine); // `engine`: the program that the ranks run

    using Started = std::function<void(int rank, int pid)>;
    // Returns those that could not be started. `channel`: by which they reach the run's store. `areBack`: others train,
    // and these wait until they are told that they do, too.
    std::vector<RankFailed> start(ControlChannel &channel, bool areBack = false, const Started &started = {});

    // Waits until a rank prints something, the other descriptor can be read, or a tenth of a second has passed.
    void wait(int alsoDescriptor) const;

    // Kills the ranks that do not train from now on, of which nothing is heard any more, neither events nor that they
    // failed. Returns the others.
    std::vector<int> keep(const Membership &membership);

    std::vector<EventBody> drainEvents();
    std::vector<RankFailed> drainFailures(); // each rank fails once at most
    std::vector<RankStatus> statuses() const; // the newest of each rank that has reported one

    bool allDone() const; // all ended well, of those that train; there is one
    bool anyRunning() const; // also one that was killed and has not ended yet
    RunFinished outcome() const; // of this machine, when all are done
    void signal(int number) const;
    // Stops all ranks and this process until SIGCONT: ranks are process groups of their own, which a terminal's Ctrl-Z
    // does not reach.
    void suspendWithAgent() const;

    std::vector<int> processes() const; // process ids

private:
    RunFolder m_folder;
    Plan m_plan;
    int m_machine;
    std::string m_engine;
    std::vector<RankProcess> m_processes; // that train
    std::vector<RankProcess> m_leftOut; // until they have ended
    std::vector<RankFailed> m_failures;
    std::set<int> m_failedRanks;
};

} // namespace motley
