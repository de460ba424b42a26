// The options --device and --threads of the commands that use a model.
#pragma once

#include "engine/base/result.h"

#include <c10/core/Device.h>
#include <CLI/CLI.hpp>

#include <string>

namespace motley {

struct ComputeOptions {
    std::string device = "cpu";
    int threads = 0; // 0: all processors that this process may use
};

void addComputeOptions(CLI::App &command, ComputeOptions &options); // options must outlive command
Result<c10::Device> openCompute(const ComputeOptions &options);

} // namespace motley
