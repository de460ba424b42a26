// What two machines say to each other while one copies files from the other: a JSON line for each piece that is asked
// for, and a line of bytes for each answer.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

constexpr std::int64_t filePieceBytes = 1 << 18; // of a file in one answer; fewer at its end alone

struct PieceRequest {
    std::string sha256;
    std::int64_t from = 0; // byte

    bool operator==(const PieceRequest &) const = default;
};

std::string toLine(const PieceRequest &request);
Result<PieceRequest> parsePieceRequest(std::string_view line);

// An answer: the bytes, or none where the file is not there. Bytes that would end the line are written as two.
std::string answerLine(const std::optional<std::string> &bytes);
// Errors: not such a line, or more bytes than a piece has.
Result<std::optional<std::string>> parseAnswerLine(std::string_view line);

} // namespace motley
