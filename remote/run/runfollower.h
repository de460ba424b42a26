// Follows a run until it has finished, whatever happens to the connection. Blocking.
#pragma once

#include "remote/engine/enginecommands.h"
#include "remote/fleet/connect.h"
#include "remote/history/eventlogcopy.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace motley {

struct FollowObserver {
    std::function<void(const std::vector<Event> &)> arrived; // new events only, already in the copy
    std::function<void()> connected;
    std::function<void(const Error &)> lost; // the connection; it is tried again after 1, 2, 4, ... 60 seconds
};

enum class FollowEnd {
    Finished, // a RunFinished is in the copy
    Stopped, // by the stop token; the training goes on
    NeedsUser, // a login that only a user can answer; never repeated by itself
    Refused, // the login, or the host key by this computer; never repeated by itself
    Dead, // there is no agent, and the log has no RunFinished
    Gone, // there is no folder of the run
};

struct FollowOutcome {
    FollowEnd end = FollowEnd::Finished;
    Error error; // for NeedsUser, Refused, Dead and Gone
};

// `session` may be empty; then the first login may ask `prompter`, later ones may not; nullptr: none may. Afterwards
// `session` is the caller's again, connected if the outcome is Finished, for collecting the results.
FollowOutcome followRun(const Machine &coordinator, const RemoteRun &remoteRun, std::unique_ptr<Session> &session,
    EventLogCopy &copy, Prompter *prompter, const FollowObserver &observer, std::stop_token stop);

} // namespace motley
