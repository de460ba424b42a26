// One agent's part in keeping each checkpoint on two machines: on the machine that writes them it says who copies and
// gives them out, on that other one it copies.
#pragma once

#include "engine/agent/copies/checkpointcopier.h"
#include "engine/agent/copies/checkpointserver.h"
#include "engine/protocol/controlline.h"
#include "engine/protocol/launchspec.h"

#include <memory>
#include <optional>
#include <vector>

namespace motley {

class CheckpointCopies {
public:
    CheckpointCopies(RunFolder folder, const LaunchSpec &launch);

    // On the machine that writes checkpoints; what the other one is to be told, if there is one. The machine that
    // copies is the first other one of the members, as the one that writes next where this one is lost.
    std::optional<KeepCheckpoint> saved(std::int64_t step);
    std::optional<KeepCheckpoint> setMembers(const Membership &members);

    void keep(const KeepCheckpoint &order); // on any other machine; an order for another is not looked at
    void removeAll(); // the copies here, after a run that nobody goes on with

    std::vector<EventBody> drainNews(); // what people should know since the last call

private:
    std::optional<KeepCheckpoint> order();

    const RunFolder m_folder;
    const LaunchSpec m_launch;
    Membership m_members;
    std::int64_t m_newest = 0; // step of the checkpoint that this machine has written; 0: none
    std::optional<int> m_copying; // the machine that was told of it
    std::unique_ptr<CheckpointServer> m_server;
    std::unique_ptr<CheckpointCopier> m_copier;
    std::vector<EventBody> m_news;
};

} // namespace motley
