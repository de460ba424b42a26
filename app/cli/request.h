// The arguments of `motley run` and `motley plan` as a RunRequest.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/exitcode.h"

#include "remote/run/trainingrun.h"

namespace motley {

struct RequestProblem {
    Error error;
    int code = Failed; // to exit with
};

tl::expected<RunRequest, RequestProblem> requestOf(const RunCommand &command);

} // namespace motley
