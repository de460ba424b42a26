// What a run keeps against losing work.
#pragma once

#include <cstdint>
#include <optional>

namespace motley {

struct CheckpointSpec {
    std::optional<std::int64_t> everySteps = {}; // nullopt: as many as fit the run; 0: only at the end and at a stop
    int keep = 2; // newest ones kept
    bool keepBest = false; // keep the checkpoint of the best test too, and its model
    bool async = true; // training goes on while a copy of its state is written

    bool operator==(const CheckpointSpec &) const = default;
};

// The steps between two checkpoints of a run of so many steps; 0: only at the end and at a stop. Where the job names no
// number, a run that fails loses a tenth of its steps at most, and a long one no more than 500.
std::int64_t checkpointInterval(const CheckpointSpec &checkpoint, std::int64_t totalSteps);

} // namespace motley
