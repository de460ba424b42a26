// What a machine that was started by hand says of itself to the others, before there is a plan.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/protocol/answers.h"
#include "engine/protocol/device.h"
#include "engine/protocol/links.h"
#include "engine/protocol/probereport.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct JoiningDevice {
    Device device;
    int threads = 1; // of the CPU, for its rank
    SpeedReport speed;

    bool operator==(const JoiningDevice &) const = default;
};

struct JoiningFile { // of the data
    std::string place; // as DataFile has it, or what it stands for
    std::int64_t bytes = 0;
    std::string sha256{}; // 64 hex digits; empty: only its size counts

    bool operator==(const JoiningFile &) const = default;
};

struct JoinRequest {
    std::string engineVersion;
    ProbeReport report;
    JobSpec job; // its paths are valid on this machine
    std::vector<JoiningDevice> devices; // one for each rank
    bool comparesSizes = false; // of files, and not what they hold
    std::vector<JoiningFile> files;
    EchoEndpoint echoEndpoint; // for the other machines' link checks

    bool operator==(const JoinRequest &) const = default;
};

std::string toJson(const JoinRequest &request); // one line
Result<JoinRequest> parseJoinRequest(std::string_view json);

// All machines of a run must have the same engine, job and data. `names`: of the machines. The Error names the first
// two that differ, and in what.
Result<void> checkAgreement(const std::vector<JoinRequest> &requests, const std::vector<std::string> &names);

} // namespace motley
