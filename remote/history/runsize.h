// What a run takes of this computer's disk.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <stop_token>

namespace motley {

struct RunSize { // bytes of files; a file with several names counts once
    std::int64_t events = 0;
    std::int64_t checkpoints = 0;
    std::int64_t model = 0; // the last and the best
    std::int64_t others = 0;

    std::int64_t total() const { return events + checkpoints + model + others; }
    bool operator==(const RunSize &) const = default;
};

// Of a run's folder; all 0: there is none. Links are not followed. What goes while it is read does not count. nullopt:
// a stop was requested. Blocks.
std::optional<RunSize> sizeOfRun(const QString &folder, const std::stop_token &stop = {});

} // namespace motley
