// What one machine's agent gets: the same job and plan for all, its own place in it, and where the coordinator listens.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct LaunchSpec {
    static constexpr int currentVersion = 1;

    std::string runId; // letters, digits, '-' and '_' only; at most 64
    std::string token; // 64 hex digits: what its agents know each other by
    int machine = 0; // index into plan.machines; 0 coordinates
    int controlPort = 0; // 0 on the coordinating machine: it picks a free one and reports it
    JobSpec job; // data.folder is valid on this machine
    Plan plan;
    std::string resumeFrom; // folder of a checkpoint on this machine; empty: start anew
    std::optional<std::vector<std::string>> warnings{}; // of the preparation, for the run's log

    bool operator==(const LaunchSpec &) const = default;
};

std::string toJson(const LaunchSpec &spec);
Result<LaunchSpec> parseLaunchSpec(std::string_view json);

// What the coordinating agent prints when it is ready, and any other when it has joined: one line on stdout.
struct AgentReady {
    int pid = 0;
    std::string address; // of the coordinating machine
    int controlPort = 0; // there; 0: a run on one machine needs none

    bool operator==(const AgentReady &) const = default;
};

std::string toJson(const AgentReady &ready);
Result<AgentReady> parseAgentReady(std::string_view json);

} // namespace motley
