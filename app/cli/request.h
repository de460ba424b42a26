// The arguments of `motley run` and `motley plan` as a RunRequest.
#pragma once

#include "app/cli/terminal/exitcode.h"
#include "remote/prepare/runrequest.h"

#include <CLI/CLI.hpp>

#include <string>

namespace motley {

struct RequestOptions {
    std::string jobFile;
    std::string machines;
    int cpuRanks = 1;
    int threads = 0; // 0: as many as fit
};

void addRequestOptions(CLI::App &command, RequestOptions &options); // options must outlive command

struct RequestProblem {
    Error error;
    int code = Failed; // to exit with
};

tl::expected<RunRequest, RequestProblem> requestOf(const RequestOptions &options);

} // namespace motley
