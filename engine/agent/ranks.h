// The ranks of one machine.
#pragma once

#include "engine/agent/rankprocess.h"
#include "engine/protocol/launchspec.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace motley {

class Ranks {
public:
    Ranks(RunFolder folder, const LaunchSpec &launch, std::string engine); // `engine`: the program that the ranks run

    using Started = std::function<void(int rank, int pid)>;
    std::vector<RankFailed> start(int storePort, const Started &started = {}); // those that could not be started

    // Waits until a rank prints something, the other descriptor can be read, or a tenth of a second has passed.
    void wait(int alsoDescriptor) const;

    // Tells the ranks that train from now on who does. Kills the others, of which nothing is heard any more: neither
    // events nor that they failed.
    void tell(const Membership &membership);

    std::vector<EventBody> drainEvents();
    std::vector<RankFailed> drainFailures(); // each rank fails once at most
    std::vector<RankStatus> statuses() const; // the newest of each rank that has reported one

    bool allDone() const; // all ended well, of those that train; there is one
    bool anyRunning() const; // also one that was killed and has not ended yet
    RunFinished outcome() const; // of this machine, when all are done
    void signal(int number) const;
    void suspend() const; // stops all ranks until SIGCONT, and waits until they have stopped

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
