// One rank of a run, from the launch spec to the last step.
#pragma once

#include "engine/exchange/rankactivity.h"
#include "engine/exchange/rankerror.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"

#include <atomic>
#include <functional>
#include <memory>

namespace motley {

class AgentLink;
class MembershipInbox;
class Task;
struct EarlierModel;

using EventSink = std::function<void(EventBody)>; // called from the training thread

struct WorkerContext {
    LaunchSpec launch;
    int rank = 0; // its number for the whole run, whoever else trains
    RunFolder folder;
    EventSink emit; // the first of the ranks that train reports for the run; the others only warn
    const std::atomic<bool> *stopRequested = nullptr; // any rank's request stops all after the same step
    std::atomic<bool> *checkpointRequested = nullptr; // any rank's request has one written after the same step
    std::shared_ptr<RankActivity> activity = std::make_shared<RankActivity>(); // what this rank is doing
    std::shared_ptr<AgentLink> agent = {}; // the way to the run's store; null only for a rank that is alone
    // Who trains together after a rank is lost; null: a rank that loses a peer ends, with kind PeerLost.
    std::shared_ptr<MembershipInbox> memberships = {};
    bool isBack = false; // others train, and this rank does so, too, from the first membership on that it is told of
};

// How runWorker() ended.
struct WorkerOutcome {
    bool stopped = false; // by request or left out, before the last step
    std::int64_t step = 0; // last one applied
    bool othersFollow = false; // this was the outcome of a generation that another one follows
};
// Trains to the end, to a stop, until it is left out of the ranks that train, or to an error (data that cannot be
// read). Where a peer is lost, it waits for the next membership and goes on with the same state. The first of the ranks
// writes checkpoints and the model folder. Emits all events but RunFinished and RankFailed.
RankResult<WorkerOutcome> runWorker(const WorkerContext &context);

// Trains the task that `open` returns in place of the one that openTask() would.
using TaskOpener = std::function<Result<std::unique_ptr<Task>>(const JobSpec &, const EarlierModel &)>;
RankResult<WorkerOutcome> runWorker(const WorkerContext &context, const TaskOpener &open);

} // namespace motley
