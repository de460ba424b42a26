// What a machine does just now: what changes from one look at it to the next. Found out by a shorter script than that
// of probe(), which changes nothing there.
#pragma once

#include "engine/protocol/probereport.h"
#include "remote/session/session.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct ProcessorTimes { // of all processors since the machine was started, in ticks
    double busy = 0;
    double all = 0;
};

struct GpuUse {
    std::string gpu; // its UUID
    std::string account; // empty: not known, as for a process of another container
    std::string program; // empty: not known
    std::optional<std::int64_t> memoryBytes;

    bool operator==(const GpuUse &) const = default;
};

struct Look {
    std::optional<ProcessorTimes> processors;
    std::optional<double> processorsPercent; // busy during the look
    std::optional<std::int64_t> memoryTotalBytes;
    std::optional<std::int64_t> memoryAvailableBytes;
    std::vector<GpuReport> gpus; // without what does not change
    std::vector<GpuUse> gpuUses; // by all processes that compute
};

Result<Look> look(Session &session, std::stop_token stop = {});

std::string_view lookScript();
// The script's output, bounded and checked: it comes from another machine.
Result<Look> parseLook(std::string_view output);

// The percent of all processors that were busy from one look to the next. nullopt: one of them does not say, or the
// machine was started again in between.
std::optional<double> busyPercent(
    const std::optional<ProcessorTimes> &before, const std::optional<ProcessorTimes> &after);

// Puts what the look found into the report. False: the machine has other GPUs than the report, which is as it was.
bool update(ProbeReport &report, const Look &look);

} // namespace motley
