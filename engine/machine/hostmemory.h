// The machine's memory as /proc/meminfo states it.
#pragma once

#include <cstdint>
#include <optional>

namespace motley {

struct HostMemory {
    std::optional<std::int64_t> totalBytes;
    std::optional<std::int64_t> availableBytes; // what new programs could get without swapping

    std::optional<std::int64_t> usedBytes() const
    {
        return totalBytes && availableBytes ? std::optional(*totalBytes - *availableBytes) : std::nullopt;
    }
};

HostMemory hostMemory();

} // namespace motley
