// How one machine of a run copies a checkpoint from another: a JSON line for each piece that it asks for, and one for
// each answer. Bytes are base64.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace motley {

constexpr std::size_t checkpointPiece = 3 << 16; // bytes of a file in one line, at most

struct CheckpointRequest {
    std::int64_t step = 0;
    std::string file; // of the checkpoint; asking for the beginning of manifest.json begins a copy
    std::int64_t from = 0; // byte

    bool operator==(const CheckpointRequest &) const = default;
};

struct CheckpointPiece {
    bool isThere = false; // the file, as it was when the copy began
    std::string bytes; // as many as one line takes; empty: the file ends there

    bool operator==(const CheckpointPiece &) const = default;
};

std::string toLine(const CheckpointRequest &request); // one JSON object, no newline
std::string toLine(const CheckpointPiece &piece);
// Errors: not such a line.
Result<CheckpointRequest> parseCheckpointRequest(std::string_view line);
Result<CheckpointPiece> parseCheckpointPiece(std::string_view line);

} // namespace motley
