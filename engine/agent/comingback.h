// What a machine keeps so that it can take part in its run again once it was lost: where the others listen, and, where
// a user wants it so, an entry that starts it after a restart.
#pragma once

#include "engine/base/runclock.h"
#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/membership.h"
#include "engine/protocol/runfolder.h"
#include "engine/rendezvous/controlchannel.h"

#include <string>
#include <vector>

namespace motley {

class ComingBack {
public:
    // `isBack`: the machine is not a member of its run as yet. `launch` must live longer.
    ComingBack(RunFolder folder, const LaunchSpec &launch, bool isBack);

    std::vector<int> knownPorts() const; // by machine, as the folder has them; empty: it has none
    void keepPorts(std::vector<int> ports);

    EventBody startAfterRestart(const std::string &engine); // from now on; what people should know of it

    void setMembers(const Membership &membership); // the newest that this machine has heard of
    bool isMember() const; // of those
    // It shuts down: whether the others go on and it takes part again, where else the run would be stopped.
    bool mayLeave() const;

    void add(const NoLeader &problem);
    void add(const RankFailed &failure); // of a rank of this machine
    void endWithTheRun(); // if this machine is a member
    void close(RunFinished::Outcome outcome) const; // the agent ends

private:
    RunFolder m_folder;
    const LaunchSpec &m_launch;
    std::vector<int> m_machines; // of the newest membership
    std::vector<int> m_ports; // as the run's folder has them
    RunClock::time_point m_portsKept;
    bool m_isForGood = false; // the run is over, or this machine would only be lost again
};

} // namespace motley
