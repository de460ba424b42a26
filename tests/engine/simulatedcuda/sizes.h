// What the simulated GPUs are, as the environment says.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace simulated {

// MOTLEY_SIMULATED_GPUS="8,24": two GPUs with 8 and 24 GiB. Without it: three with 8 GiB.
inline std::vector<std::int64_t> memorySizes()
{
    const char *named = std::getenv("MOTLEY_SIMULATED_GPUS");
    std::istringstream list(named ? named : "8,8,8");
    std::vector<std::int64_t> bytes;
    for (std::string size; std::getline(list, size, ',');)
        bytes.push_back(std::stoll(size) << 30);
    return bytes;
}

// MOTLEY_SIMULATED_CAPABILITY="75": of a Turing. Without it: 90.
inline int computeCapability()
{
    const char *named = std::getenv("MOTLEY_SIMULATED_CAPABILITY");
    return named ? std::stoi(named) : 90;
}

} // namespace simulated
