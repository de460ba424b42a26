// Starts, follows, stops and collects a run with commands of the deployed engine.
#pragma once

#include "engine/protocol/answers.h"
#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/links.h"
#include "remote/session/session.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace motley {

// Where a run lives on one machine.
struct RemoteRun {
    std::string engine; // path of motley-engine there
    std::string folder; // run folder there

    bool operator==(const RemoteRun &) const = default;
};

// How fast one device there is on this job, measured for a moment.
Result<SpeedReport> measureDevice(Session &session, const std::string &engine, const JobSpec &job, const Device &device,
    int threads, std::stop_token stop = {});

// How fast these devices there, at least two, sum tensors as ranks of a run.
Result<AllReduceReport> measureAllReduce(Session &session, const std::string &engine,
    const std::vector<Device> &devices, int threads, std::stop_token stop = {});

// For the other machines: it answers their checkLinks() for two minutes at most, by itself.
Result<EchoEndpoint> startEchoServer(Session &session, const std::string &engine, std::stop_token stop = {});

// Where it reaches the others, and how fast.
Result<std::vector<MeasuredLink>> checkLinks(
    Session &session, const std::string &engine, const LinkCheckRequest &request, std::stop_token stop = {});

Result<AgentReady> startAgent(
    Session &session, const RemoteRun &run, const LaunchSpec &spec, std::stop_token stop = {});

// Calls onEvents with batches until the run has finished or stop is requested; events after `fromSequence` only.
using OnEvents = std::function<void(std::vector<Event>)>;
Result<void> follow(
    Session &session, const RemoteRun &run, std::int64_t fromSequence, const OnEvents &onEvents, std::stop_token stop);

Result<RunStatus> runStatus(Session &session, const RemoteRun &run, std::stop_token stop = {});

enum class StopManner { Graceful, Now };
// Returns when the run is over; a stop of the waiting does not take the request back.
Result<void> stopRun(Session &session, const RemoteRun &run, StopManner manner, std::stop_token stop = {});

// Copies the model folder and the run's records (not the checkpoints) to a folder here, verified by SHA-256.
Result<void> collect(Session &session, const RemoteRun &run, const std::string &localFolder, std::stop_token stop = {});

} // namespace motley
