// What a rank's process tells its agent every second: that it runs, what it does and how far it has come. A status is a
// line on the rank's stdout between its events; agents pass it to the coordinator with their heartbeats. No log has it.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

enum class RankPhase {
    Starting, // opens its data and its model
    Connecting, // to the other ranks, until all have the same state
    Loading, // a checkpoint
    Training,
    Testing,
    Saving, // a checkpoint or the model
    Finished,
};

struct RankStatus {
    int rank = 0;
    RankPhase phase = RankPhase::Starting;
    std::int64_t collectives = 0; // begun in its generation; all ranks begin the same ones in the same order
    std::int64_t progress = 0; // grows while the rank works, and not while it waits
    std::vector<std::string> unreachable
        = {}; // numeric addresses whose machines acknowledge nothing that was sent there
    int generation = 0; // that it trains in or forms; 0: none yet
    bool hasLostPeer = false; // in that generation, which cannot go on: it waits for the next one

    bool operator==(const RankStatus &) const = default;
};

std::string toLine(const RankStatus &status); // one JSON object, no newline
Result<RankStatus> parseRankStatus(std::string_view line);

} // namespace motley
