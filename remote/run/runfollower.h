// Follows a run until it has finished, whatever happens to the connection. Blocking.
#pragma once

#include "remote/engine/enginecommands.h"
#include "remote/fleet/connect.h"
#include "remote/history/eventlogcopy.h"
#include "remote/run/othermachines.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace motley {

struct FollowObserver {
    std::function<void(std::vector<EventLine>)> arrived; // new events only, already in the copy
    std::function<void(const Session &, std::size_t machine)> connected;
    // The connection; it is tried again after 1, 2, 4, ... 60 seconds. Meanwhile the other machines are asked.
    std::function<void(const Error &, const MachineReport &)> lost;
};

enum class FollowEnd {
    Finished, // a RunFinished is in the copy
    Stopped, // by the stop token
    NeedsUser, // a login that only a user can answer; never repeated by itself
    Refused, // the login, or the host key by this computer; never repeated by itself
    Dead, // there is no agent, the log has no RunFinished, and no other machine goes on with it
    Gone, // there is no folder of the run
    Lost, // the coordinating machine does not answer, and the run has failed on the others
};

struct FollowOutcome {
    FollowEnd end = FollowEnd::Finished;
    Error error; // for all but Finished and Stopped
    MachineReport others{}; // for Lost
};

// `session` may be empty; then the first login may ask `prompter`, later ones may not; nullptr: none may. Afterwards
// `session` is the caller's again, for collecting the results: connected, if it is, to the one that has them. The first
// machine coordinates at first. Where it does not answer, or its agent is gone, one that goes on with the run is
// followed.
FollowOutcome followRun(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    std::unique_ptr<Session> &session, EventLogCopy &copy, Prompter *prompter, const FollowObserver &observer,
    std::stop_token stop);

} // namespace motley
