// What a machine that was started by hand sends to the others, before there is a plan.
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
    int threads = 1; // CPU threads of its rank
    SpeedReport speed;

    bool operator==(const JoiningDevice &) const = default;
};

struct JoiningFile { // a file of the job's data
    std::string relativePath; // DataFile::relativePath, or a description of many files that are compared as one
    std::int64_t bytes = 0;
    std::string sha256{}; // 64 hex digits; empty: only its size counts

    bool operator==(const JoiningFile &) const = default;
};

struct JoinRequest {
    std::string engineVersion;
    ProbeReport report;
    JobSpec job; // its paths are valid on this machine
    std::vector<JoiningDevice> devices; // one for each rank
    bool comparesSizes = false; // files are compared by their sizes alone, not by what they hold
    std::vector<JoiningFile> files;
    EchoEndpoint echoEndpoint; // for the other machines' link checks

    bool operator==(const JoinRequest &) const = default;
};

std::string toJson(const JoinRequest &request); // one line
Result<JoinRequest> parseJoinRequest(std::string_view json);

// All machines of a run must have the same engine, job and data. `names`: the machines', in the order of the requests.
// The Error names the first two that differ, and in what.
Result<void> checkAgreement(const std::vector<JoinRequest> &requests, const std::vector<std::string> &names);

} // namespace motley
