// Starts, follows, stops and collects a run with commands of the deployed engine.
#pragma once

#include "engine/job/tasks/peftfiles.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/links.h"
#include "remote/engine/eventline.h"
#include "remote/session/session.h"

#include <array>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace motley {

// Where a run lives on one machine.
struct RemoteRun {
    std::string engine; // path of motley-engine there
    std::string folder; // run folder there

    bool operator==(const RemoteRun &) const = default;
};

// Measures for two seconds how fast one device of the machine trains this job.
Result<SpeedReport> measureDevice(Session &session, const std::string &engine, const JobSpec &job, const Device &device,
    const CpuThreads &threads, std::stop_token stop = {});

// Measures all-reduces between devices of one machine, at least two, each with a rank of its own.
Result<AllReduceReport> measureAllReduce(Session &session, const std::string &engine,
    const std::vector<Device> &devices, int threads, std::stop_token stop = {});

// Starts an echo server on the machine, which answers checkLinks() of the other machines and ends by itself after two
// minutes at most.
Result<EchoEndpoint> startEchoServer(Session &session, const std::string &engine, std::stop_token stop = {});

// At which addresses the machine reaches its peers, with the round-trip time and the bandwidth of each link.
Result<std::vector<MeasuredLink>> checkLinks(
    Session &session, const std::string &engine, const LinkCheckRequest &request, std::stop_token stop = {});

enum class AfterRestart { Stays, TakesPartAgain }; // what the machine does by itself

// Writes launch.json into the run folder and starts the machine's agent. Returns once the agent is ready; it lives on
// when the session ends.
Result<AgentReady> startAgent(Session &session, const RemoteRun &run, const LaunchSpec &spec, AfterRestart afterRestart,
    std::stop_token stop = {});

struct RejoinError : Error {
    explicit RejoinError(Error error, bool lasts = false) : Error(std::move(error)), isForGood(lasts) { }
    bool isForGood; // what the machine had of the run is gone
};

// Starts the agent of a machine again that the run has lost, from what it has of the run. Returns once the machine that
// leads the run has let it get ready.
tl::expected<AgentReady, RejoinError> rejoinRun(Session &session, const RemoteRun &run, std::stop_token stop = {});

struct FollowError : Error {
    explicit FollowError(Error error, bool holds = false) : Error(std::move(error)), connectionHolds(holds) { }
    bool connectionHolds; // it is the run that can no longer be followed
};

// Calls onEvents with batches of the events after `fromSequence`. Returns when the run has finished. Errors: stopped,
// the connection is lost, the run can no longer be followed.
using OnEvents = std::function<void(std::vector<EventLine>)>;
tl::expected<void, FollowError> follow(
    Session &session, const RemoteRun &run, std::int64_t fromSequence, const OnEvents &onEvents, std::stop_token stop);

Result<RunStatus> runStatus(Session &session, const RemoteRun &run, std::stop_token stop = {});

// Whether the machine says that the run's folder does not exist; false where it says nothing.
bool isFolderGone(Session &session, const RemoteRun &run, std::stop_token stop = {});

// Notes in the run's folder that its results are on this computer, up to the last event, so that `gc` may remove it.
Result<void> markCollected(
    Session &session, const RemoteRun &run, std::int64_t lastSequence, std::stop_token stop = {});

enum class StopManner { Graceful, Now, Pause };
// Asks the run to stop and returns when it is over. `stop` ends the waiting alone: the run stops all the same.
Result<void> stopRun(Session &session, const RemoteRun &run, StopManner manner, std::stop_token stop = {});

// Asks the run for a checkpoint after the step it is in, and does not wait for it.
Result<void> askForCheckpoint(Session &session, const RemoteRun &run, std::stop_token stop = {});

// One of them is in the model folder of each job; copied last.
constexpr std::array<const char *, 2> weightsOfModel{"model.safetensors", adapterTensorFile};

// Copies the models and the run's logs to a folder on this computer, verified by SHA-256.
Result<void> collect(Session &session, const RemoteRun &run, const std::string &localFolder, std::stop_token stop = {});

} // namespace motley
